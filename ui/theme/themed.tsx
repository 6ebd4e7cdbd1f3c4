import 'virtual:theme-variables.css'
import './mantine.css'
import { MantineProvider, type MantineColorSchemeManager } from '@mantine/core'
import type { ReactNode } from 'react'

import { chooseScheme, chosenScheme, onSchemeChosen } from '../device/scheme.ts'
import { theme } from './theme.ts'

const manager = schemeManager()
// Only the console's page has a nonce: the scroll lock under its search creates a style element and takes the nonce from
// here. The portal creates no style element.
const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''
Object.assign(globalThis, { __webpack_nonce__: nonce })

/** No style element through innerHTML: the page's Trusted Types policy would stop the portal. */
export function Themed({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={manager}
      getStyleNonce={() => nonce}
      withCssVariables={false}
      withGlobalClasses={false}
      deduplicateInlineStyles
    >
      {children}
    </MantineProvider>
  )
}

/** Makes the component library use our cookie instead of local storage. */
function schemeManager(): MantineColorSchemeManager {
  let stop = () => {}
  return {
    get: chosenScheme,
    // The library writes back what we have just set; setting it again would never end.
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
