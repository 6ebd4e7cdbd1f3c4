import { loadChunk } from '../../ui/http/load-chunk.ts'
import { USER_ROOT } from '../paths.ts'
import { screen } from '../words/screen-loader.ts'
import { readyScreens } from './screens.ts'

/** Includes the words of the first screen, which is in the same file. */
export const loadUserArea = screen(() => import('./user-area.tsx'), 'user')

/** For a page whose HTML shows the frame of /user: the frame stays until the whole page can replace it. */
export async function readyUserArea(pathname: string): Promise<void> {
  const { default: area } = await loadUserArea()
  const { readyUserScreen } = await loadChunk(() => import('./user-routes.tsx'))
  await readyUserScreen(pathname)
  readyScreens.set(USER_ROOT, area)
}
