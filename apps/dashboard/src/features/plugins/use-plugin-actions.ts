import type { Plugin } from '@mqdeck/contract'
import { useMemo } from 'react'
import { useChange, useConfirmAction } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { pluginMessages } from './messages.ts'
import { pluginChanges, pluginIdOf } from './queries.ts'

/** Starts, stops and uninstalls a plugin. Each resolves to whether it was done. */
export function usePluginActions() {
  const texts = useMessages(pluginMessages)
  const confirmAction = useConfirmAction()
  const { run: setState } = useChange(pluginChanges.setState)
  const { run: uninstall } = useChange(pluginChanges.uninstall)
  return useMemo(
    () => ({
      start(plugin: Plugin): Promise<boolean> {
        const name = pluginIdOf(plugin)
        return confirmAction({
          title: texts.startQuestion(name),
          action: texts.start,
          done: texts.startedNamed(name),
          failed: texts.startFailed(name),
          consequence: texts.startBody,
          danger: false,
          run: () => setState({ name, action: 'start' }),
        })
      },
      stop(plugin: Plugin): Promise<boolean> {
        const name = pluginIdOf(plugin)
        return confirmAction({
          title: texts.stopQuestion(name),
          action: texts.stop,
          done: texts.stoppedNamed(name),
          failed: texts.stopFailed(name),
          consequence: texts.stopBody,
          run: () => setState({ name, action: 'stop' }),
        })
      },
      uninstall(plugin: Plugin): Promise<boolean> {
        const name = pluginIdOf(plugin)
        return confirmAction({
          title: texts.uninstallQuestion(name),
          action: texts.uninstall,
          done: texts.uninstalledNamed(name),
          failed: texts.uninstallFailed(name),
          consequence: texts.uninstallBody,
          run: () => uninstall({ name }),
        })
      },
    }),
    [texts, confirmAction, setState, uninstall],
  )
}
