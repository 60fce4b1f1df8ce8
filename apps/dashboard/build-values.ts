import { type Plugin, runnerImport } from 'vite'

/**
 * See docs/adr/0029. Modules named `*.build.ts` are evaluated by the build. Their exports are data, so that the bundle contains the values and not
 * the modules from which they are computed. Elsewhere they are ordinary modules.
 */
export function buildValues(): Plugin {
  return {
    name: 'build-values',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /\.build\.ts$/ },
      async handler(id) {
        const { module, dependencies } = await runnerImport<Readonly<Record<string, unknown>>>(id, {
          configFile: false,
        })
        for (const file of dependencies) this.addWatchFile(file)
        return Object.entries(module)
          .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
          .join('\n')
      },
    },
  }
}
