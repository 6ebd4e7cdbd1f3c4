import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
  type MantineThemeOverride,
} from '@mantine/core'
import type { Plugin } from 'vite'

const VIRTUAL = 'virtual:theme-variables.css'
/** Colour families that our components do not use; without them the text shrinks from 27 to 17 kB. */
const UNUSED = /--mantine-color-(?:grape|violet|cyan|lime|pink|indigo|blue|green|orange|yellow)-[a-z0-9-]+:[^;]*;/g

/**
 * Writes the component library's variables into a plain stylesheet at build. Its provider would put them into a style
 * element through innerHTML, which Trusted Types refuse.
 */
export function themeVariables(loadTheme: () => Promise<MantineThemeOverride>): Plugin {
  return {
    name: 'theme-variables',
    resolveId: (id) => (id === VIRTUAL ? `\0${VIRTUAL}` : null),
    async load(id) {
      if (id !== `\0${VIRTUAL}`) return null
      const theme = mergeMantineTheme(DEFAULT_THEME, await loadTheme())
      const css = convertCssVariables(defaultCssVariablesResolver(theme), ':root')
      return `@layer mantine{${css.replace(UNUSED, '')}}`
    },
  }
}
