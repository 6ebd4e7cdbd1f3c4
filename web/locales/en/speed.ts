import type { Translation } from '../words.ts'
import type source from '../zh-cn/speed.ts'

export default {
  label: 'Current mode',
  mode: '{{mode}} mode',
  standardText: 'Nodes with most room come first. Good for every day.',
  gameText: 'Nodes with short delay come first, for quick reactions.',
  videoText: 'Nodes with much bandwidth come first, for smooth playback.',
  saverText: 'Nodes with a low rate come first. Your traffic lasts longer.',
  standardFit: 'Chat, browsing, office',
  gameFit: 'Games, calls, remote desktop',
  videoFit: 'HD video, downloads, streams',
  saverFit: 'Days when traffic is short',
  standardClass: 'Speed class: standard',
  gameClass: 'Speed class: short delay',
  videoClass: 'Speed class: bandwidth',
  saverClass: 'Speed class: saving',
  inUse: 'In use',
  chosen: 'Switched to {{mode}} mode. Update the subscription to reorder your client too',
  pausedText: 'Your account is paused. Resume it to change the mode.',
  resume: 'Resume',
  firstTitle: 'These nodes come first now',
  classNote: 'The speed class counts on {{count}} nodes. Elsewhere the mode only changes the order.',
  install: 'Install',
  noNodes: 'No node is available yet.',
} satisfies Translation<typeof source>
