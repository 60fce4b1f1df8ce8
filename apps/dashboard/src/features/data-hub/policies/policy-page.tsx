import { lazy, Suspense, useMemo } from 'react'
import {
  DetailPage,
  QueryView,
  RefreshControl,
  ResourceButtons,
  useChange,
  useData,
  useFresh,
  useIsViewer,
  useStable,
} from '../../../api/index.ts'
import { NodeTable } from '../../../api/nodes/node-states/index.ts'
import { useFormat, useMessages } from '../../../i18n/index.ts'
import {
  Button,
  type Column,
  type Description,
  DescriptionList,
  KeyValue,
  Link,
  Mono,
  Section,
  Skeleton,
  Stack,
  StatusDot,
  toast,
  usePathParam,
} from '../../../ui/index.ts'
import { ErrorCount, StatisticGroups } from '../../integrations/index.ts'
import { commonMessages, policyMessages } from './messages.ts'
import { paths } from './paths.ts'
import { failureText } from './policies-page.tsx'
import { type Policy, type PolicyKind, type PolicyKindName, policyKinds } from './queries.ts'
import { usePolicyActions } from './use-policy-actions.ts'

const PolicyForm = lazy(async () => ({ default: (await import('./policy-form.tsx')).PolicyForm }))

const PolicyTest = lazy(async () => ({ default: (await import('./policy-test.tsx')).PolicyTest }))

export const ValidationPage = () => <PolicyPage kind="validation" />
export const TransformationPage = () => <PolicyPage kind="transformation" />

function PolicyPage({ kind }: { readonly kind: PolicyKindName }) {
  const name = usePathParam('name')
  // The key resets the form when another policy is opened.
  return <Detail key={name} kind={kind} name={name} />
}

function Detail({ kind, name }: { readonly kind: PolicyKindName; readonly name: string }) {
  const texts = useMessages(policyMessages[kind])
  const common = useMessages(commonMessages)
  const isViewer = useIsViewer()
  const definition: PolicyKind<Policy> = policyKinds[kind]
  const query = useData(definition.one, { name })
  const actions = usePolicyActions(kind)
  return (
    <DetailPage
      query={query}
      name={name}
      description={({ description }) => description}
      status={({ enable }) => (
        <StatusDot tone={enable ? 'accent' : 'grey'}>{enable ? common.enabled : common.disabled}</StatusDot>
      )}
      refresh={<RefreshControl queries={[query]} />}
      actions={(policy) =>
        !isViewer && (
          <ResourceButtons
            of={policy}
            isEnabled={policy.enable}
            actions={actions}
            texts={common}
            list={{ to: paths[kind].list }}
          >
            <Button onClick={() => void actions.reset(policy)}>{common.resetMetrics}</Button>
          </ResourceButtons>
        )
      }
      missing={{
        title: texts.notFound,
        hint: texts.notFoundHint(name),
        action: <Link to={paths[kind].list}>{texts.all}</Link>,
      }}
      tabs={(policy) => [
        { value: 'overview', label: common.tabs.overview, content: () => <Overview kind={kind} policy={policy} /> },
        {
          value: 'settings',
          label: common.tabs.settings,
          content: () => (
            <Suspense fallback={<Skeleton height={420} />}>
              <Settings kind={kind} policy={policy} />
            </Suspense>
          ),
          keepsInput: true,
        },
        ...(isViewer
          ? []
          : [
              {
                value: 'test',
                label: common.test,
                content: () => (
                  <Suspense fallback={<Skeleton height={320} />}>
                    <Section>
                      <PolicyTest kind={kind} settings={policy} />
                    </Section>
                  </Suspense>
                ),
                keepsInput: true,
              },
            ]),
      ]}
    />
  )
}

function Overview({ kind, policy }: { readonly kind: PolicyKindName; readonly policy: Policy }) {
  const texts = useMessages(policyMessages[kind])
  const common = useMessages(commonMessages)
  const format = useFormat()
  const { name } = policy
  const statistics = useData(policyKinds[kind].metrics, { name })
  const items: Description[] = [
    { label: common.topics, value: <Mono>{policy.topics.join(', ')}</Mono> },
    { label: common.onFailure, value: failureText(common.failureActions, policy.failure_action) },
    {
      label: texts.parts,
      value: format.number('checks' in policy ? policy.checks.length : policy.operations.length),
    },
  ]
  const columns = useNodeColumns(kind)
  return (
    <Stack gap={4}>
      <Section>
        <DescriptionList items={items} />
      </Section>
      <QueryView query={statistics} skeleton={<Skeleton height={240} />}>
        {({ metrics, node_metrics }) => (
          <Stack gap={4}>
            <Section title={common.statistics}>
              <StatisticGroups
                groups={[
                  {
                    title: common.messages,
                    children: (
                      <>
                        <KeyValue label={common.matched} value={format.number(metrics.matched)} />
                        <KeyValue label={texts.succeeded} value={format.number(metrics.succeeded)} />
                        <KeyValue label={texts.failed} value={<ErrorCount count={metrics.failed} />} />
                      </>
                    ),
                  },
                  {
                    title: common.rates,
                    children: (
                      <>
                        <KeyValue label={common.rate} value={format.rate(metrics.rate)} />
                        <KeyValue label={common.rate5m} value={format.rate(metrics.rate_last5m)} />
                        <KeyValue label={common.peak} value={format.rate(metrics.rate_max)} />
                      </>
                    ),
                  },
                ]}
              />
            </Section>
            <NodeTable rows={node_metrics} columns={columns} isTrouble={isTrouble} />
          </Stack>
        )}
      </QueryView>
    </Stack>
  )
}

interface NodeRow {
  readonly node: string
  readonly metrics: {
    readonly matched: number
    readonly succeeded: number
    readonly failed: number
    readonly rate: number
  }
}

const isTrouble = () => false

function useNodeColumns(kind: PolicyKindName): readonly Column<NodeRow>[] {
  const texts = useMessages(policyMessages[kind])
  const common = useMessages(commonMessages)
  const format = useFormat()
  return useMemo(() => {
    const number = (id: string, header: string, of: (metrics: NodeRow['metrics']) => string): Column<NodeRow> => ({
      id,
      header,
      width: 130,
      align: 'end',
      cell: ({ metrics }) => of(metrics),
    })
    return [
      number('matched', common.matched, ({ matched }) => format.number(matched)),
      number('succeeded', texts.succeeded, ({ succeeded }) => format.number(succeeded)),
      number('failed', texts.failed, ({ failed }) => format.number(failed)),
      number('rate', common.perSecond, ({ rate }) => format.rate(rate)),
    ]
  }, [texts, common, format])
}

function Settings({ kind, policy }: { readonly kind: PolicyKindName; readonly policy: Policy }) {
  const common = useMessages(commonMessages)
  const isViewer = useIsViewer()
  const { name } = policy
  const definition: PolicyKind<Policy> = policyKinds[kind]
  const read = useFresh(
    definition.one,
    useMemo(() => ({ name }), [name]),
  )
  const { run } = useChange(definition.update)
  return (
    <PolicyForm
      kind={kind}
      name={name}
      value={useStable(settingsOf(policy))}
      readOnly={isViewer}
      confirmDiff
      current={async () => settingsOf(await read())}
      onSave={async (settings) => {
        // A PUT replaces the whole policy.
        await run({ ...settings, name, enable: policy.enable })
        toast.success(common.savedNamed(name))
      }}
    />
  )
}

/** The settings in the form. It does not include `enable`, which the switch of the page sets. */
function settingsOf({ name: _, enable: __, ...settings }: Policy): Readonly<Record<string, unknown>> {
  return settings
}
