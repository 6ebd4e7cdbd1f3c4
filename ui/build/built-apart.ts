import { build, type Plugin, type Rolldown } from 'vite'

/**
 * Builds another app by its own configuration and adds its files to this build. `name` is a module with the addresses
 * of its script and its style. The two share no module, so neither sees the other's words, calls or state.
 */
export function builtApart(name: string, configFile: string): Plugin {
  let base = '/'
  return {
    name: 'built-apart',
    configResolved: (config) => void (base = config.base),
    resolveId: (id) => (id === name ? `\0${name}` : null),
    async load(id) {
      if (id !== `\0${name}`) return null
      const { output } = (await build({
        configFile,
        logLevel: 'error',
        build: { write: false },
      })) as Rolldown.RolldownOutput
      for (const file of output) {
        const source = file.type === 'chunk' ? file.code : file.source
        this.emitFile({ type: 'asset', fileName: file.fileName, source })
      }
      const script = output.find((file) => file.type === 'chunk' && file.isEntry)!.fileName
      const style = output.find(({ fileName }) => fileName.endsWith('.css'))!.fileName
      return `export const script = ${JSON.stringify(base + script)}; export const style = ${JSON.stringify(base + style)}`
    },
  }
}
