import type { MessageQueues } from '@mqdeck/contract'
import type { ReactNode } from 'react'
import { useData } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { ClientLink, Dim, Link, Mono, RelativeTime, Section, StatusDot } from '../../ui/index.ts'
import { checkedConnectorsQuery } from './attention/queries.ts'
import { useFailingRules } from './attention/rule-health.ts'
import styles from './details.module.css'
import { messages } from './messages.ts'
import { useHasOwnApi } from './own-api.ts'
import { lastChangeQuery, topTopicsQuery } from './queries.ts'

const shown = 5

/** A short list with a name and a value in each row. */
function Ranking({
  rows,
}: {
  readonly rows: readonly { readonly name: ReactNode; readonly value: ReactNode; readonly key: string }[]
}) {
  return (
    <ol className={styles.ranking}>
      {rows.map(({ key, name, value }) => (
        <li key={key}>
          <span className={styles.name}>{name}</span>
          <span className={styles.value}>{value}</span>
        </li>
      ))}
    </ol>
  )
}

/** The clients with the longest message queues. */
export function LongestQueues({ queues }: { readonly queues: MessageQueues | undefined }) {
  const texts = useMessages(messages)
  const format = useFormat()
  if (!queues) return null
  return (
    <Section title={texts.queueLengths} actions={<Link to="/session-health">{texts.sessionHealth}</Link>}>
      {queues.longest.length === 0 ? (
        <Dim>{texts.noQueues}</Dim>
      ) : (
        <Ranking
          rows={queues.longest.slice(0, shown).map(({ clientid, connected, queued, limit }) => ({
            key: clientid,
            name: (
              <>
                <ClientLink clientid={clientid} /> {!connected && <Dim small>{texts.offline}</Dim>}
              </>
            ),
            value: limit > 0 ? texts.ofLimit(format.number(queued), format.number(limit)) : format.number(queued),
          }))}
        />
      )}
    </Section>
  )
}

/** The topics with most messages, of those with statistics. Hidden if there are none. */
export function TopTopics() {
  const texts = useMessages(messages)
  const format = useFormat()
  const { data: topics = [] } = useData(topTopicsQuery, undefined)
  if (topics.length === 0) return null
  const rateOf = (topic: (typeof topics)[number]) => topic.metrics['messages.in.rate']
  return (
    <Section title={texts.topTopics} actions={<Link to="/topic-metrics">{texts.topicMetrics}</Link>}>
      <Ranking
        rows={topics
          .toSorted((a, b) => rateOf(b) - rateOf(a))
          .slice(0, shown)
          .map((topic) => ({
            key: topic.topic,
            name: <Mono truncate>{topic.topic}</Mono>,
            value: texts.ratePerSecond(format.rate(rateOf(topic))),
          }))}
      />
    </Section>
  )
}

/** States of connectors and rules, and the last change of the configuration. */
export function Integrations() {
  const texts = useMessages(messages)
  const { data: connectors = [] } = useData(checkedConnectorsQuery, undefined)
  const failing = useFailingRules()?.length ?? 0
  const hasOwnApi = useHasOwnApi()
  const change = useData(lastChangeQuery, undefined, { enabled: hasOwnApi }).data
  const enabled = connectors.filter(({ enable = true }) => enable)
  const connected = enabled.filter(({ status }) => status === 'connected').length
  const state = (tone: 'accent' | 'red', text: string, to: '/connector' | '/rule/rules') => (
    <li>
      <Link quiet to={to}>
        <StatusDot tone={tone}>{text}</StatusDot>
      </Link>
    </li>
  )
  return (
    <Section title={texts.integrations}>
      <ul className={styles.states}>
        {connected > 0 && state('accent', texts.connectorsConnected(connected), '/connector')}
        {enabled.length > connected && state('red', texts.connectorsDown(enabled.length - connected), '/connector')}
        {failing > 0
          ? state('red', texts.rulesFailing(failing), '/rule/rules')
          : state('accent', texts.noRulesFailing, '/rule/rules')}
        {hasOwnApi && (
          <li className={styles.change}>
            {change && (
              <Dim small>
                {texts.lastChange} <Link to="/configuration/history">{change.changed.slice(0, 2).join(', ')}</Link>{' '}
                {texts.changedBy(change.by)} <RelativeTime time={change.at} />
              </Dim>
            )}
          </li>
        )}
      </ul>
    </Section>
  )
}
