import { useEffect, useState } from 'react'
import { QueryView, useData } from '../../data/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { ClientLink, DescriptionList, Dim, Notice, RelativeTime, Skeleton, Stack } from '../../ui/index.ts'
import { type FormatChoice, PayloadView } from '../../ui/payload-view.tsx'
import { messages } from './messages.ts'
import { keptMessageQuery } from './queries.ts'
import styles from './topic-explorer.module.css'

/** Milliseconds that a topic stays chosen before the broker is asked: who walks past it does not want to know. */
const askAfter = 500

/** The message that the broker keeps for those who subscribe later. */
export function KeptMessage({ topic }: { readonly topic: string }) {
  const texts = useMessages(messages)
  const [isWanted, setWanted] = useState(false)
  const [chosen, onChoose] = useState<FormatChoice['chosen']>()
  useEffect(() => {
    const timer = setTimeout(() => setWanted(true), askAfter)
    return () => clearTimeout(timer)
  }, [])
  const loaded = useData(keptMessageQuery, { topic }, { enabled: isWanted })
  return (
    <div className={styles.part}>
      <h3>{texts.kept}</h3>
      <QueryView query={loaded} skeleton={<Skeleton height={80} />}>
        {(message) =>
          message === undefined ? (
            <Dim>{texts.keptGone}</Dim>
          ) : (
            <Stack gap={3}>
              <DescriptionList
                minWidth={140}
                items={[
                  { label: texts.keptAt, value: <RelativeTime time={message.publish_at} /> },
                  { label: texts.keptBy, value: <ClientLink clientid={message.from_clientid} /> },
                  { label: 'QoS', value: message.qos },
                ]}
              />
              {message.payload === undefined ? (
                <Notice>{texts.keptLarge}</Notice>
              ) : (
                <PayloadView payload={message.payload} topic={topic} choice={{ chosen, onChoose }} />
              )}
            </Stack>
          )
        }
      </QueryView>
    </div>
  )
}
