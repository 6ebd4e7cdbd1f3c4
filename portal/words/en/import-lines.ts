import type { Translation } from '../../../ui/words/translate.ts'
import type source from '../zh-cn/import-lines.ts'

export default {
  importTo: 'Add to {{client}}',
  copyAddress: 'Copy',
  pasteIt: 'Copy it, then paste it into the subscriptions of {{client}}.',
  notOpened:
    '{{client}} did not open? Install it and tap again, copy the address, or scan the code with a device that has an app.',
  scanInstead: 'Scan a code',
  getClient: 'Download',
  hasClient: 'Do you have {{client}}?',
  getFirst: 'Get {{client}} first',
  getNamed: 'Download {{client}}',
  getIt: 'Not yet, download it',
  haveIt: 'I have it now',
  switched: 'I switched it on',
  switchDesk: 'Choose a server and turn on "System proxy" or "TUN".',
  connectDone: 'Done',
  getDot: 'App',
  importDot: 'Add',
  switchDot: 'Switch on',
  onDot: 'Connected',
  importWaiting: 'Add your lines in the app',
  importedTo: 'Added to {{client}}',
  imported: 'Added to the app',
  switchOn: 'Now turn on the switch in the app',
  online: '{{name}} is connected',
  onlineAfter: '{{name}} connected after {{seconds}} s',
  importHelp: 'Did the app not open? Install it first and tap again, or copy the address and add it in the app.',
  switchHelp: 'Choose the new subscription in the app and turn on its switch. Allow the VPN when the system asks.',
} satisfies Translation<typeof source>
