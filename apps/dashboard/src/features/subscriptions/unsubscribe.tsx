import type { ClientSubscription } from '@mqdeck/contract'
import { useChange, useConfirmAction, useConfirmJob } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { Mono, Stack } from '../../ui/index.ts'
import { messages } from './messages.ts'
import { unsubscribe } from './queries.ts'
import styles from './unsubscribe.module.css'

/** Asks for confirmation, then removes one subscription. */
export function useUnsubscribe(): (subscription: ClientSubscription) => Promise<boolean> {
  const texts = useMessages(messages)
  const confirmAction = useConfirmAction()
  const { run } = useChange(unsubscribe)
  return (subscription) =>
    confirmAction({
      title: texts.unsubscribeQuestion(1),
      consequence: <AffectedSubscriptions subscriptions={[subscription]} />,
      action: texts.unsubscribe,
      done: texts.unsubscribed(1),
      failed: texts.unsubscribeFailed,
      run: () => run(subscription),
    })
}

/** Asks for confirmation, then removes several subscriptions as a job. Resolves to whether the job was started. */
export function useUnsubscribeSeveral(): (subscriptions: readonly ClientSubscription[]) => Promise<boolean> {
  const texts = useMessages(messages)
  const confirmJob = useConfirmJob()
  return (subscriptions) => {
    const count = subscriptions.length
    return confirmJob({
      title: texts.unsubscribeQuestion(count),
      consequence: <AffectedSubscriptions subscriptions={subscriptions} />,
      action: texts.unsubscribe,
      job: texts.jobTitle(count),
      items: subscriptions,
      nameOf: ({ clientid, topic }) => `${clientid} ${topic}`,
      change: unsubscribe,
      perSecond: 100,
      done: texts.unsubscribed,
      someFailed: texts.someFailed,
    })
  }
}

const maxNames = 8

function AffectedSubscriptions({ subscriptions }: { readonly subscriptions: readonly ClientSubscription[] }) {
  const texts = useMessages(messages)
  const unnamed = subscriptions.length - maxNames
  return (
    <Stack gap={3}>
      <ul className={styles.names}>
        {subscriptions.slice(0, maxNames).map(({ clientid, topic }) => (
          <li key={`${clientid} ${topic}`}>
            <Mono>{clientid}</Mono>
            <Mono>{topic}</Mono>
          </li>
        ))}
        {unnamed > 0 && <li>{texts.andMore(unnamed)}</li>}
      </ul>
      <span>{texts.unsubscribeBody(subscriptions.length)}</span>
    </Stack>
  )
}
