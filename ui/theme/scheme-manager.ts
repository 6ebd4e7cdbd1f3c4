import type { MantineColorSchemeManager } from '@mantine/core'

import { chooseScheme, chosenScheme, onSchemeChosen } from '../device/scheme.ts'

/** The component library on our cookie instead of its own entry in local storage. */
export function schemeManager(): MantineColorSchemeManager {
  let stop = () => {}
  return {
    get: chosenScheme,
    // The library writes back what we have just told it; telling it again would never end.
    set: (scheme) => {
      if (scheme !== chosenScheme()) chooseScheme(scheme)
    },
    subscribe: (onUpdate) => {
      stop = onSchemeChosen(onUpdate)
    },
    unsubscribe: () => stop(),
    clear: () => chooseScheme('auto'),
  }
}
