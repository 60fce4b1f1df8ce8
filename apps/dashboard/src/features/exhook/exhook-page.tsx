import { type ExHook, type ExHookHook, type ExHookMetrics, parseDuration } from '@mqdeck/contract'
import { lazy, Suspense, useMemo } from 'react'
import {
  DetailPage,
  QueryView,
  RefreshControl,
  ResourceButtons,
  useChange,
  useData,
  useEdition,
  useFresh,
  useIsViewer,
  useStable,
} from '../../api/index.ts'
import { NodeTable, ShortReason, StateDot } from '../../api/nodes/node-states/index.ts'
import { dash, useFormat, useMessages } from '../../i18n/index.ts'
import {
  type Column,
  DataTable,
  type Description,
  DescriptionList,
  Dim,
  EmptyState,
  Group,
  KeyValue,
  Link,
  Mono,
  Section,
  Skeleton,
  Stack,
  toast,
  usePathParam,
} from '../../ui/index.ts'
import { ErrorCount, StatisticGroups } from '../integrations/index.ts'
import styles from './exhook.module.css'
import { exhookMessages } from './messages.ts'
import { exhookChanges, exhookMetricsQuery, exhookQuery, exhooksQuery, hooksQuery } from './queries.ts'
import { settingsOf } from './settings.ts'
import { ExHookState } from './state.tsx'
import { useExHookActions } from './use-exhook-actions.tsx'

// Overview and hooks need no form.
const ExHookForm = lazy(async () => ({ default: (await import('./exhook-form.tsx')).ExHookForm }))

export default function ExHookPage() {
  const name = usePathParam('name')
  // The key resets the form when another server is opened.
  return <Detail key={name} name={name} />
}

function Detail({ name }: { readonly name: string }) {
  const texts = useMessages(exhookMessages)
  const isViewer = useIsViewer()
  const query = useData(exhookQuery, { name })
  const actions = useExHookActions()
  return (
    <DetailPage
      query={query}
      name={name}
      description={({ url }) => <Mono>{url}</Mono>}
      status={(server) => <ExHookState of={server} />}
      refresh={<RefreshControl queries={[query]} />}
      actions={(server) =>
        !isViewer && (
          <ResourceButtons
            of={server}
            isEnabled={server.enable !== false}
            actions={actions}
            texts={texts}
            list={{ to: '/exhook' }}
          />
        )
      }
      missing={{
        title: texts.notFound,
        hint: texts.notFoundHint(name),
        action: <Link to="/exhook">{texts.all}</Link>,
      }}
      tabs={(server) => [
        { value: 'overview', label: texts.tabs.overview, content: () => <Overview server={server} /> },
        { value: 'hooks', label: `${texts.tabs.hooks} ${server.hooks.length}`, content: () => <Hooks name={name} /> },
        {
          value: 'settings',
          label: texts.tabs.settings,
          content: () => (
            <Suspense fallback={<Skeleton height={420} />}>
              <Settings server={server} />
            </Suspense>
          ),
          keepsInput: true,
        },
      ]}
    />
  )
}

function Overview({ server }: { readonly server: ExHook }) {
  const texts = useMessages(exhookMessages)
  const format = useFormat()
  const latest = useData(exhookMetricsQuery, { name: server.name })
  const isEmqx = useEdition() !== 'mqdeck'
  const onFailure = server.failed_action === 'ignore' ? 'ignore' : isEmqx ? 'denyOfEmqx' : 'deny'
  const { metrics, node_metrics, node_status } = latest.data ?? server
  /** As forms show durations: `5 s`. */
  const durationText = (value: unknown) => {
    const milliseconds = parseDuration(value)
    return milliseconds === undefined ? String(value) : format.duration(milliseconds)
  }
  const items: Description[] = [
    { label: texts.failedAction, value: texts.failedActions[onFailure] },
    { label: texts.timeout, value: durationText(server.request_timeout) },
    { label: texts.poolSize, value: server.pool_size },
    {
      label: texts.reconnect,
      value: server.auto_reconnect === false ? texts.noReconnect : durationText(server.auto_reconnect),
    },
  ]
  const rows = useMemo(
    () =>
      node_status.map((one) => ({
        ...one,
        metrics: node_metrics.find(({ node }) => node === one.node)?.metrics,
      })),
    [node_status, node_metrics],
  )
  return (
    <Stack gap={4}>
      <Section>
        <DescriptionList items={items} />
      </Section>
      <Section title={texts.statistics}>
        <StatisticGroups
          groups={[
            {
              title: texts.calls,
              children: (
                <>
                  <KeyValue label={texts.succeeded} value={format.number(metrics.succeed)} />
                  <KeyValue label={texts.failed} value={<ErrorCount count={metrics.failed} />} />
                  {metrics.dropped !== undefined && (
                    <KeyValue
                      label={texts.dropped}
                      value={<ErrorCount count={metrics.dropped} />}
                      note={texts.droppedHint}
                    />
                  )}
                </>
              ),
            },
            {
              title: texts.rates,
              children: (
                <>
                  <KeyValue label={texts.rate} value={format.rate(metrics.rate)} />
                  <KeyValue label={texts.peak} value={format.rate(metrics.max_rate)} />
                </>
              ),
            },
          ]}
        />
      </Section>
      <NodeTable rows={rows} stateOf={stateOfNode} columns={useNodeColumns()} isTrouble={isTrouble} />
    </Stack>
  )
}

interface NodeRow {
  readonly node: string
  readonly status: string
  readonly reason?: string | undefined
  readonly metrics: ExHookMetrics | undefined
}

const stateOfNode = ({ status }: NodeRow) => <StateDot state={status} />
const isTrouble = ({ status }: NodeRow) => status !== 'connected' && status !== 'disabled'

function useNodeColumns(): readonly Column<NodeRow>[] {
  const texts = useMessages(exhookMessages)
  const format = useFormat()
  return useMemo(() => {
    const number = (id: string, header: string, of: (metrics: ExHookMetrics) => string): Column<NodeRow> => ({
      id,
      header,
      width: 110,
      align: 'end',
      cell: ({ metrics }) => metrics && of(metrics),
    })
    return [
      {
        id: 'reason',
        header: texts.reason,
        width: 220,
        cell: ({ reason }) => (reason === undefined ? <Dim>{dash}</Dim> : <ShortReason>{reason}</ShortReason>),
      },
      number('succeed', texts.succeeded, ({ succeed }) => format.number(succeed)),
      number('failed', texts.failed, ({ failed }) => format.number(failed)),
      number('rate', texts.ratePerSecond, ({ rate }) => format.rate(rate)),
      number('peak', texts.peak, ({ max_rate }) => format.rate(max_rate)),
    ]
  }, [texts, format])
}

/** The hooks whose answers the broker waits for. */
const answering = new Set(['client.authenticate', 'client.authorize', 'message.publish'])

function Hooks({ name }: { readonly name: string }) {
  const texts = useMessages(exhookMessages)
  const query = useData(hooksQuery, { name })
  return (
    <QueryView query={query} skeleton={<Skeleton height={320} />}>
      {(hooks) => <HookTable hooks={hooks} label={texts.tabs.hooks} />}
    </QueryView>
  )
}

function HookTable({ hooks, label }: { readonly hooks: readonly ExHookHook[]; readonly label: string }) {
  const texts = useMessages(exhookMessages)
  const format = useFormat()
  const peak = Math.max(1, ...hooks.map(({ metrics }) => metrics.rate))
  const columns: readonly Column<ExHookHook>[] = [
    {
      id: 'hook',
      header: texts.hook,
      width: 260,
      cell: (hook) => (
        <Group gap={2}>
          <Mono>{hook.name}</Mono>
          {answering.has(hook.name) && (
            <span title={texts.answersHint}>
              <Dim small>{texts.answers}</Dim>
            </span>
          )}
        </Group>
      ),
    },
    {
      id: 'params',
      header: texts.params,
      width: 220,
      cell: ({ params }) => {
        if (!params.topics) return undefined
        return params.topics.length === 0 ? (
          <Dim>{texts.allTopics}</Dim>
        ) : (
          <Mono truncate>{params.topics.join(', ')}</Mono>
        )
      },
    },
    {
      id: 'rate',
      header: texts.ratePerSecond,
      width: 190,
      cell: ({ metrics }) => (
        <span className={styles.rate}>
          <span className={styles.track} aria-hidden>
            <span className={styles.bar} style={{ width: `${(metrics.rate / peak) * 100}%` }} />
          </span>
          <span className={styles.number}>{format.rate(metrics.rate)}</span>
        </span>
      ),
    },
    {
      id: 'succeed',
      header: texts.succeeded,
      width: 120,
      align: 'end',
      cell: ({ metrics }) => format.number(metrics.succeed),
    },
    {
      id: 'failed',
      header: texts.failed,
      width: 110,
      align: 'end',
      cell: ({ metrics }) => <ErrorCount count={metrics.failed} />,
    },
  ]
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={hooks}
      rowId={(hook) => hook.name}
      empty={<EmptyState title={texts.noHooks} hint={texts.noHooksHint} />}
    />
  )
}

function Settings({ server }: { readonly server: ExHook }) {
  const texts = useMessages(exhookMessages)
  const isViewer = useIsViewer()
  const { name } = server
  const read = useFresh(exhooksQuery, undefined)
  const { run } = useChange(exhookChanges.update)
  // Metrics change with every response, but the form only needs the settings.
  const value = useStable(settingsOf(server))
  return (
    <ExHookForm
      name={name}
      value={value}
      readOnly={isViewer}
      confirmDiff
      current={async () => {
        const now = (await read()).find((one) => one.name === name)
        return now ? settingsOf(now) : value
      }}
      onSave={async (_, settings) => {
        await run({ name, settings: { ...settings, enable: server.enable } })
        toast.success(texts.savedNamed(name))
      }}
    />
  )
}
