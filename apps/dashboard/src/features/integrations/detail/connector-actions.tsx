import type { Connector } from '@mqdeck/contract'
import { useMemo } from 'react'
import { useChange, useConfirmAction, useConfirmDeletion, useReportedAction } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { confirm, NameList, Stack, useGo } from '../../../ui/index.ts'
import { idOf, pages } from '../kinds.ts'
import { messages } from '../messages.ts'
import { connectorChanges } from '../queries.ts'

type Act = (connector: Connector) => Promise<boolean>

/** Actions on a connector. They ask for confirmation if others are affected, and resolve to true on success. */
export interface ConnectorActions {
  readonly enable: Act
  readonly disable: Act
  readonly start: (connector: Connector, node?: string) => Promise<boolean>
  readonly remove: Act
}

/** A stable object, because the columns of tables depend on it. */
export function useConnectorActions(): ConnectorActions {
  const texts = useMessages(messages)
  const report = useReportedAction()
  const confirmAction = useConfirmAction()
  const confirmDeletion = useConfirmDeletion()
  const go = useGo()
  const { run: switchTo } = useChange(connectorChanges.switchTo)
  const { run: start } = useChange(connectorChanges.start)
  const { run: remove } = useChange(connectorChanges.remove)
  // biome-ignore lint/correctness/useExhaustiveDependencies: useGo gives another function each time that does the same
  return useMemo((): ConnectorActions => {
    const { questions } = texts
    const outcome = ({ name }: Connector, done: (name: string) => string) => ({
      done: done(name),
      failed: texts.changeFailed(name),
    })
    const own: ConnectorActions = {
      enable(one) {
        const undo = () => own.disable(one)
        return report(() => switchTo({ id: idOf(one), enable: true }), { ...outcome(one, texts.enabledNamed), undo })
      },
      disable(one) {
        const users = usersOf(one)
        const done = { ...outcome(one, texts.disabledNamed), undo: () => own.enable(one) }
        const run = () => switchTo({ id: idOf(one), enable: false })
        if (users.length === 0) return report(run, done)
        return confirmAction({
          ...done,
          title: questions.disable.connector(one.name),
          action: texts.disable,
          consequence: (
            <Stack gap={3}>
              <span>{questions.disableUsers(countOf(one, texts.usedCount), users.length)}</span>
              <NameList names={users} />
            </Stack>
          ),
          run,
        })
      },
      start: (one, node) =>
        report(() => start({ id: idOf(one), node }), {
          done: texts.reconnecting(one.name),
          failed: texts.reconnectFailed(one.name),
        }),
      async remove(one) {
        const users = usersOf(one)
        if (users.length > 0) {
          const wantsToSee = await confirm({
            title: questions.inUse.connector(one.name),
            action: texts.showUsers,
            body: (
              <Stack gap={3}>
                <span>{questions.inUseConnector}</span>
                <NameList names={users} />
              </Stack>
            ),
          })
          if (wantsToSee) go({ to: pages.connector.detail, params: { id: idOf(one) } })
          return false
        }
        return confirmDeletion({
          ...outcome(one, texts.deletedNamed),
          kind: 'connector',
          name: one.name,
          action: texts.delete,
          consequence: questions.deleteConnectorNote,
          run: () => remove({ id: idOf(one) }),
        })
      },
    }
    return own
  }, [texts, report, confirmAction, confirmDeletion, switchTo, start, remove])
}

/** Names of actions and sources that use the connector. Both can have the same name. */
const usersOf = ({ actions = [], sources = [] }: Connector): readonly string[] => [...new Set([...actions, ...sources])]

const countOf = ({ actions = [], sources = [] }: Connector, say: (actions: number, sources: number) => string) =>
  say(actions.length, sources.length)
