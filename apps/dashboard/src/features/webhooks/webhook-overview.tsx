import type { RuleStatistics } from '@mqdeck/contract'
import { QueryView, useChange, useData } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { KeyValue, Section, Skeleton, Stack } from '../../ui/index.ts'
import { ChannelOverview, Problems, ResetButton } from '../integrations/index.ts'
import { messages } from './messages.ts'
import { ruleStatisticsQuery, webhookChanges } from './queries.ts'
import type { Parts } from './webhook.ts'
import styles from './webhooks.module.css'

interface WebhookOverviewProps {
  readonly name: string
  readonly parts: Parts
}

/** Statistics of the rule and the action of a webhook. */
export function WebhookOverview({ name, parts: { connector, action, rule } }: WebhookOverviewProps) {
  const query = useData(ruleStatisticsQuery, { name }, { enabled: rule !== undefined })
  return (
    <Stack gap={4}>
      {/* The connector has the reason. The action would only report that it is not operational. */}
      {connector && connector.status !== 'connected' && <Problems of={connector} />}
      {rule && (
        <QueryView query={query} skeleton={<Skeleton height={120} />}>
          {(statistics) => <Statistics name={name} statistics={statistics} />}
        </QueryView>
      )}
      {action && <ChannelOverview kind="action" channel={action} />}
    </Stack>
  )
}

function Statistics({ name, statistics: { metrics } }: { readonly name: string; readonly statistics: RuleStatistics }) {
  const texts = useMessages(messages)
  const format = useFormat()
  return (
    <Section title={texts.ruleStatistics} actions={<Reset name={name} />}>
      <div className={styles.statistics}>
        <KeyValue label={texts.matched} value={format.number(metrics.matched)} />
        <KeyValue label={texts.passed} value={format.number(metrics.passed)} />
        <KeyValue label={texts.failedOrEmpty} value={format.number(metrics.failed)} />
        <KeyValue label={texts.rateNow} value={format.rate(metrics['matched.rate'])} />
        <KeyValue label={texts.rate5m} value={format.rate(metrics['matched.rate.last5m'])} />
        <KeyValue label={texts.rateMax} value={format.rate(metrics['matched.rate.max'])} />
      </div>
    </Section>
  )
}

function Reset({ name }: { readonly name: string }) {
  const texts = useMessages(messages)
  const { run } = useChange(webhookChanges.reset)
  return (
    <ResetButton
      texts={texts}
      name={name}
      onReset={() => run({ name })}
      done={texts.resetDone(name)}
      failed={texts.resetFailed(name)}
    />
  )
}
