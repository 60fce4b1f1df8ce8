import type { MigrationSource } from '../../../migrate/source.ts'
import { impossible, type MigrationTask, nothing, reportOnly } from '../../../migrate/task.ts'
import { openPluginFolder } from './plugin-folder.ts'

/** Plugins, which are only reported. */
export const pluginTasks = ({ folder }: MigrationSource): readonly MigrationTask[] =>
  openPluginFolder(folder)
    .read()
    .map(({ name }) =>
      reportOnly('plugin', name, async (target) =>
        (await target.find(`/plugins/${encodeURIComponent(name)}`)) === undefined
          ? impossible(
              'plugin_not_carried',
              'packages cannot be read through the API, and EMQX has plugins in Erlang only. Install the plugin on the target if it is MQDeck',
            )
          : nothing,
      ),
    )
