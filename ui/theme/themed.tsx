import 'virtual:theme-variables.css'
import './mantine.css'

import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'

import { schemeManager } from './scheme-manager.ts'
import { theme } from './theme.ts'

const manager = schemeManager()
const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''
// The scroll lock under an open sheet makes its own style element and takes the nonce from here alone.
Object.assign(globalThis, { __webpack_nonce__: nonce })

/** No style element through innerHTML: the page's Trusted Types policy would end the portal there. */
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
