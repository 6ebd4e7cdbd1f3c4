import { api } from '../../../contract/api.ts'
import { bind } from '../../platform/http/bind.ts'
import { installLine, moveLine, rotateLine, undoMove, uninstallLine } from './change-line.ts'
import { chooseSpeedMode } from './choose-speed-mode.ts'
import { findNodes } from './find-nodes.ts'

export const lineRoutes = [
  bind(api.lines.nodes, findNodes),
  bind(api.lines.install, installLine),
  bind(api.lines.uninstall, uninstallLine),
  bind(api.lines.move, moveLine),
  bind(api.lines.undoMove, undoMove),
  bind(api.lines.rotate, rotateLine),
  bind(api.lines.speedMode, chooseSpeedMode),
]
