import type { Connector } from '@mqdeck/contract'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useState } from 'react'
import { useData, useReasonText, useServerClockOffset } from '../../../api/index.ts'
import { useFormat, useMessages } from '../../../i18n/index.ts'
import { Button, Link, Mono, Notice, Paragraphs, useNow } from '../../../ui/index.ts'
import { connectionsQuery } from '../health-queries.ts'
import { idOf, rulePages } from '../kinds.ts'
import { messages } from '../messages.ts'
import { channelQueries } from '../queries.ts'
import { reasonOf, stateOf } from '../state.ts'
import { targetOf } from '../target.ts'
import styles from './connection-problem.module.css'

interface ConnectionProblemProps {
  readonly connector: Connector
  /** Undefined for viewers and for parts of webhooks. */
  readonly onTest: (() => Promise<unknown>) | undefined
}

/** Why a connector is down, for how long, when it retries, and which rules it affects. Hidden while it is connected. */
export function ConnectionProblem({ connector, onTest }: ConnectionProblemProps) {
  const texts = useMessages(messages).down
  const reasonText = useReasonText()
  const [isTesting, setTesting] = useState(false)
  const state = stateOf(connector)
  const connection = useData(connectionsQuery, undefined).data?.get(idOf(connector))
  if (state !== 'disconnected' && state !== 'connecting') return null
  const target = targetOf(connector)
  const reason = reasonOf(connector) ?? connector.node_status?.map(reasonOf).find(Boolean)
  const test = async () => {
    setTesting(true)
    await onTest?.()
    setTesting(false)
  }
  return (
    <Notice tone="red">
      <div className={styles.problem}>
        <IconPlugConnectedX className={styles.icon} size={20} aria-hidden />
        <div className={styles.text}>
          <strong>{connection ? <DownFor since={connection.since} /> : texts.notConnected}</strong>
          <span className={styles.reason}>
            {target !== undefined && <Mono>{target}</Mono>}
            {reason !== undefined && <Paragraphs>{reasonText(reason)}</Paragraphs>}
          </span>
          <div className={styles.facts}>
            {connection?.next_attempt_at !== undefined && <NextAttempt at={connection.next_attempt_at} />}
            <Affected connector={connector} />
          </div>
        </div>
        {onTest && (
          <Button size="small" loading={isTesting} onClick={() => void test()}>
            {texts.test}
          </Button>
        )}
      </div>
    </Notice>
  )
}

function useServerTime(): number {
  return useNow(1000) + useServerClockOffset()
}

function DownFor({ since }: { readonly since: number }) {
  const texts = useMessages(messages).down
  const format = useFormat()
  return texts.since(format.duration(Math.max(1000, useServerTime() - since)))
}

function NextAttempt({ at }: { readonly at: number }) {
  const texts = useMessages(messages).down
  const format = useFormat()
  const left = at - useServerTime()
  return <p>{left < 1000 ? texts.tryingNow : texts.next(format.duration(left))}</p>
}

/** Actions, sources and rules that do not work without the connector. */
function Affected({ connector }: { readonly connector: Connector }) {
  const texts = useMessages(messages)
  const actions = useData(channelQueries.action.summaries, undefined)
  const sources = useData(channelQueries.source.summaries, undefined)
  const { actions: ofActions = [], sources: ofSources = [], type } = connector
  if (ofActions.length + ofSources.length === 0) return null
  const used = [
    ...(actions.data ?? []).filter((one) => one.type === type && ofActions.includes(one.name)),
    ...(sources.data ?? []).filter((one) => one.type === type && ofSources.includes(one.name)),
  ]
  const rules = [...new Set(used.flatMap((one) => one.rules))]
  const [only] = rules
  const users = texts.usedCount(ofActions.length, ofSources.length)
  if (rules.length !== 1 || only === undefined)
    return <p>{texts.down.affects(users, rules.length === 0 ? '' : texts.ruleCount(rules.length))}</p>
  return (
    <p>
      {texts.down.affectsRule(users)}{' '}
      <Link to={rulePages.detail} params={{ id: only }}>
        {only}
      </Link>
    </p>
  )
}
