import { useChange, useErrorText } from '../../data/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { confirm, Dim, Mono, Stack, toast } from '../../ui/index.ts'
import styles from './end-client.module.css'
import { messages } from './messages.ts'
import { endClient, endClients } from './queries.ts'

interface Ended {
  readonly clientid: string
  readonly connected?: boolean | undefined
}

/** Asks, then kicks out a connected client or deletes the session of one that is away. */
export function useEndClient(): (client: Ended) => Promise<void> {
  const texts = useMessages(messages)
  const errorText = useErrorText()
  const { run } = useChange(endClient)
  return async ({ clientid, connected = false }) => {
    const words = connected
      ? { question: texts.kickQuestion, body: texts.kickBody, action: texts.kick }
      : { question: texts.cleanQuestion, body: texts.cleanBody, action: texts.clean }
    const isSure = await confirm({
      title: words.question,
      body: (
        <Stack gap={3}>
          <Mono>{clientid}</Mono>
          <span>{words.body}</span>
        </Stack>
      ),
      action: words.action,
      danger: true,
    })
    if (!isSure) return
    try {
      await run({ clientid })
      toast.success(connected ? texts.kickDone(clientid) : texts.cleanDone(clientid))
    } catch (error) {
      toast.error(connected ? texts.kickFailed(clientid) : texts.cleanFailed(clientid), errorText(error))
    }
  }
}

/** The same for several; resolves to whether it was done. */
export function useEndClients(): (clients: readonly Ended[]) => Promise<boolean> {
  const texts = useMessages(messages)
  const errorText = useErrorText()
  const { run } = useChange(endClients)
  return async (clients) => {
    const isSure = await confirm({
      title: texts.bulkQuestion(clients.length),
      body: <Consequences clients={clients} />,
      action: texts.bulkKick,
      danger: true,
    })
    if (!isSure) return false
    try {
      await run(clients.map(({ clientid }) => clientid))
      toast.success(texts.bulkDone(clients.length))
      return true
    } catch (error) {
      toast.error(texts.bulkFailed, errorText(error))
      return false
    }
  }
}

const namedAtMost = 8

function Consequences({ clients }: { readonly clients: readonly Ended[] }) {
  const texts = useMessages(messages)
  const connected = clients.filter((client) => client.connected).length
  const disconnected = clients.length - connected
  const unnamed = clients.length - namedAtMost
  return (
    <Stack gap={3}>
      <ul className={styles.consequences}>
        {connected > 0 && <li>{texts.bulkConnected(connected)}</li>}
        {disconnected > 0 && <li>{texts.bulkDisconnected(disconnected)}</li>}
        <li>{texts.bulkNote}</li>
      </ul>
      <ul className={styles.names}>
        {clients.slice(0, namedAtMost).map(({ clientid }) => (
          <li key={clientid}>
            <Mono truncate>{clientid}</Mono>
          </li>
        ))}
        {unnamed > 0 && (
          <li>
            <Dim>{texts.bulkMore(unnamed)}</Dim>
          </li>
        )}
      </ul>
    </Stack>
  )
}
