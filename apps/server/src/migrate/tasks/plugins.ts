import type { MigrationSource } from '../source.ts'
import { impossible, type MigrationTask, nothing, reportOnly } from '../task.ts'

/** Plugins, which are only reported. */
export const pluginTasks = (source: MigrationSource): readonly MigrationTask[] =>
  source
    .plugins()
    .map((name) =>
      reportOnly('plugin', name, async (target) =>
        (await target.find(`/plugins/${encodeURIComponent(name)}`)) === undefined
          ? impossible(
              'plugin_not_carried',
              'packages cannot be read through the API, and EMQX has plugins in Erlang only. Install the plugin on the target if it is MQDeck',
            )
          : nothing,
      ),
    )
