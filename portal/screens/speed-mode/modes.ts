import type { SpeedMode } from '../../../contract/lines.ts'
import type { IconName } from '../../../ui/components/icon.tsx'

/** The four modes and their words: the name is one of `user`, the rest of `speed`. */
export const modes = {
  standard: {
    icon: 'lines',
    name: 'modeStandard',
    text: 'standardText',
    fit: 'standardFit',
    speedClass: 'standardClass',
  },
  game: { icon: 'game', name: 'modeGame', text: 'gameText', fit: 'gameFit', speedClass: 'gameClass' },
  video: { icon: 'play', name: 'modeVideo', text: 'videoText', fit: 'videoFit', speedClass: 'videoClass' },
  saver: { icon: 'leaf', name: 'modeSaver', text: 'saverText', fit: 'saverFit', speedClass: 'saverClass' },
} as const satisfies Record<SpeedMode, { icon: IconName; name: string; text: string; fit: string; speedClass: string }>

export const modeOrder = ['standard', 'game', 'video', 'saver'] as const satisfies SpeedMode[]
