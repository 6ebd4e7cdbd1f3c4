import type { Translation } from '../../../ui/words/translate.ts'
import type source from '../zh-cn/speed-mode.ts'

export default {
  label: 'Current mode',
  mode: '{{mode}} mode',
  standardText: 'The least busy nodes come first. Good for every day.',
  gameText: 'Low-latency nodes come first, for quick reactions.',
  videoText: 'High-bandwidth nodes come first, for smooth playback.',
  saverText: 'Low-rate nodes come first. Your traffic lasts longer.',
  standardFit: 'Chat, browsing, office',
  gameFit: 'Games, calls, remote desktop',
  videoFit: 'HD video, downloads, streams',
  saverFit: 'When traffic runs low',
  standardClass: 'Speed class: standard',
  gameClass: 'Speed class: low latency',
  videoClass: 'Speed class: high bandwidth',
  saverClass: 'Speed class: saver',
  inUse: 'In use',
  chosen: 'Switched to {{mode}} mode. Update the subscription to reorder your client too',
  pausedText: 'Your account is paused. Resume it to change the mode.',
  resume: 'Resume',
  firstTitle: 'These nodes come first now',
  classNote: 'The speed class works on {{count|node|nodes}}. Elsewhere the mode only changes the order.',
  install: 'Install',
  noNodes: 'No nodes available yet.',
} satisfies Translation<typeof source>
