import type { Translation } from '../../../ui/words/translate.ts'
import type source from '../zh-cn/speed-mode.ts'

export default {
  mode: '{{mode}} mode',
  standardText: 'Prefers servers with few people on them. Good for every day.',
  gameText: 'Prefers servers with low latency, for quick reactions.',
  videoText: 'Prefers servers with high bandwidth, for smooth playback.',
  saverText: 'Prefers servers that save data, so that yours lasts longer.',
  standardFit: 'Chat, browsing, office',
  gameFit: 'Games, calls, remote desktop',
  videoFit: 'HD video, downloads, streams',
  saverFit: 'When data runs low',
  standardClass: 'Speed class: standard',
  gameClass: 'Speed class: low latency',
  videoClass: 'Speed class: high bandwidth',
  saverClass: 'Speed class: saver',
  inUse: 'In use',
  chosen: 'Switched to {{mode}} mode. Update the subscription to reorder your app too',
  pausedText: 'Your account is paused. Resume it to change the mode.',
  resume: 'Resume',
  firstTitle: 'These servers come first now',
  classNote: 'The speed class works on {{count|server|servers}}. Elsewhere the mode only changes the order.',
  install: 'Install',
  noNodes: 'No servers available yet.',
} satisfies Translation<typeof source>
