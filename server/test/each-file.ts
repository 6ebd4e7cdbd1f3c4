import { afterAll } from 'vitest'

import { clock } from '../platform/clock.ts'

// Files of one worker share their modules, which saves every one of them the seconds of loading the server anew: what
// a file has changed in them it leaves as it was.
afterAll(() => clock.reset())
