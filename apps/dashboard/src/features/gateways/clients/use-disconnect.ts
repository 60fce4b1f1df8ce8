import { useChange, useConfirmAction, useConfirmJob } from '../../../api/index.ts'
import { useFormat, useMessages } from '../../../i18n/index.ts'
import { disconnectClient } from './client-queries.ts'
import { clientMessages } from './messages.ts'

/** Disconnects clients of a gateway after a confirmation; several as a job. Resolves to whether it was done. */
export function useDisconnect(gateway: string): (clientIds: readonly string[]) => Promise<boolean> {
  const texts = useMessages(clientMessages)
  const format = useFormat()
  const confirmAction = useConfirmAction()
  const confirmJob = useConfirmJob()
  const { run } = useChange(disconnectClient)
  return (clientIds) => {
    const [only, ...others] = clientIds
    if (only !== undefined && others.length === 0)
      return confirmAction({
        title: texts.disconnectQuestion(only),
        action: texts.disconnect,
        consequence: texts.disconnectBody,
        done: texts.disconnectedNamed(only),
        failed: texts.disconnectFailed(only),
        run: () => run({ gateway, clientid: only }),
      })
    const count = format.number(clientIds.length)
    return confirmJob({
      title: texts.disconnectManyQuestion(count),
      action: texts.disconnectMany(count),
      affected: clientIds,
      consequence: texts.disconnectBody,
      job: texts.disconnectMany(count),
      items: clientIds.map((clientid) => ({ gateway, clientid })),
      nameOf: ({ clientid }) => clientid,
      change: disconnectClient,
      perSecond: Number.POSITIVE_INFINITY,
      started: texts.disconnecting(count),
    })
  }
}
