import type { Rule } from '@mqdeck/contract'
import { IconAlertTriangle, IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import { QueryView, RefreshControl, useData, useIsViewer, useRecentAnswers } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import {
  Button,
  Checkbox,
  Dim,
  EmptyState,
  Group,
  Notice,
  PageHeader,
  SearchField,
  Section,
  Skeleton,
  Stack,
  useGo,
  useSearchState,
} from '../../ui/index.ts'
import { idOf, stateOf, useTypeInfo } from '../integrations/index.ts'
import { type CanvasEdge, type CanvasNode, FlowCanvas } from './canvas/flow-canvas.tsx'
import styles from './designer/designer.module.css'
import { useNodeIcon } from './flow-nodes.tsx'
import { type FlowMap, type Impact, impactsOf, type MapNode, mapOf, rulesMatching } from './map/map.ts'
import { MapDrawer } from './map/map-drawer.tsx'
import { type Rates, ratesBetween } from './map/rates.ts'
import { flowMessages } from './messages.ts'
import { allRulesQuery, flowCountersQuery, stateQueries } from './queries.ts'

const search = z.object({
  search: z.string().default('').catch(''),
  problems: z.string().optional(),
  /** ID of the connector whose impact is shown. */
  impact: z.string().optional(),
})

/** More rules would make the picture unreadable. */
const maxShown = 100

export default function FlowsPage() {
  const texts = useMessages(flowMessages)
  const isViewer = useIsViewer()
  const go = useGo()
  const rules = useData(allRulesQuery, undefined)
  const actions = useData(stateQueries.actions, undefined)
  const sources = useData(stateQueries.sources, undefined)
  const connectors = useData(stateQueries.connectors, undefined)
  const counters = useData(flowCountersQuery, undefined)
  const readings = useRecentAnswers(counters, 30_000)
  const rates = useMemo(() => ratesBetween(readings[0], readings.at(-1)), [readings])
  const create = !isViewer && (
    <Button variant="primary" icon={<IconPlus size={16} aria-hidden />} onClick={() => go({ to: '/flow/create' })}>
      {texts.newFlow}
    </Button>
  )
  const isEmpty = rules.data?.rules.length === 0
  const queries = [rules, actions, sources, connectors, counters]
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.about}
        actions={
          <>
            <RefreshControl queries={queries} />
            {!isEmpty && create}
          </>
        }
      />
      <QueryView query={rules} skeleton={<Skeleton height={480} />}>
        {({ rules: all, total }) =>
          all.length === 0 ? (
            <Section>
              <EmptyState title={texts.none} hint={texts.noneHint} action={create} />
            </Section>
          ) : [actions, sources, connectors].some(({ isLoading }) => isLoading) ? (
            <Skeleton height={480} />
          ) : (
            <MapView
              rules={all}
              total={total}
              actions={actions.data ?? nothing}
              sources={sources.data ?? nothing}
              connectors={connectors.data ?? nothing}
              rates={rates}
              hasRates={counters.data !== 'forbidden'}
            />
          )
        }
      </QueryView>
    </>
  )
}

const nothing: readonly never[] = []

interface MapViewProps extends Parts {
  readonly total: number
  readonly rates: Rates
  readonly hasRates: boolean
}
type Parts = Parameters<typeof mapOf>[0]

function MapView({ rules, total, actions, sources, connectors, rates, hasRates }: MapViewProps) {
  const texts = useMessages(flowMessages)
  const format = useFormat()
  const [{ search: wanted, problems, impact }, setSearch] = useSearchState(search)
  const [opened, setOpened] = useState<string>()
  const whole = useMemo(() => mapOf({ rules, actions, sources, connectors }), [rules, actions, sources, connectors])
  const impacts = useMemo(() => impactsOf(whole, connectors), [whole, connectors])
  const marked = impacts.find(({ connector }) => idOf(connector) === impact)
  const isWrong = (node: MapNode) => toneOf(node, rates) !== undefined
  const isTroubled = ({ id }: Rule) => hasProblem(whole, `rule:${id}`, isWrong)
  const matching = rulesMatching(rules, wanted).filter(({ id }) => !marked || marked.nodes.has(`rule:${id}`))
  const troubled = matching.filter(isTroubled)
  const found = problems === 'true' ? troubled : [...troubled, ...matching.filter((rule) => !troubled.includes(rule))]
  const shown = found.slice(0, maxShown)
  const ids = shown.map(({ id }) => id).join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rules of the map are those of `ids`
  const map = useMemo(
    () => mapOf({ rules: shown, actions, sources, connectors }),
    [ids, rules, actions, sources, connectors],
  )
  const { nodes, edges } = useCanvas(map, rates, marked)
  const openedNode = map.nodes.find(({ id }) => id === opened)
  return (
    <Stack gap={4}>
      {impacts.length > 0 && (
        <BrokenConnections impacts={impacts} shown={marked} onShow={(id) => setSearch({ impact: id })} />
      )}
      <div className={styles.toolbar}>
        <SearchField label={texts.search} value={wanted} onChange={(next) => setSearch({ search: next })} />
        <Checkbox
          label={texts.onlyProblems}
          checked={problems === 'true'}
          onChange={(checked) => setSearch({ problems: checked ? 'true' : undefined })}
        />
      </div>
      {shown.length < found.length || total > rules.length ? (
        <Dim>{texts.tooMany(format.number(shown.length), format.number(Math.max(total, found.length)))}</Dim>
      ) : null}
      {!hasRates && <Dim>{texts.noRates}</Dim>}
      {shown.length === 0 ? (
        <Section>
          <EmptyState
            title={texts.searchNone}
            hint={texts.searchNoneHint}
            action={
              <Button onClick={() => setSearch({ search: '', problems: undefined, impact: undefined })}>
                {texts.hideImpact}
              </Button>
            }
          />
        </Section>
      ) : (
        <FlowCanvas label={texts.map} nodes={nodes} edges={edges} positionsOf="*" onOpen={setOpened} />
      )}
      <MapDrawer node={openedNode} map={whole} rates={rates} onClose={() => setOpened(undefined)} />
    </Stack>
  )
}

interface BrokenConnectionsProps {
  readonly impacts: readonly Impact[]
  readonly shown: Impact | undefined
  readonly onShow: (id: string | undefined) => void
}

function BrokenConnections({ impacts, shown, onShow }: BrokenConnectionsProps) {
  const texts = useMessages(flowMessages)
  const infoOf = useTypeInfo()
  return (
    <Notice tone="red">
      <strong>{texts.brokenCount(impacts.length)}</strong>
      {impacts.slice(0, 5).map((one) => {
        const { connector } = one
        const id = idOf(connector)
        const isShown = one === shown
        return (
          <div key={id} className={styles.impact}>
            <span>
              {connector.name} ({infoOf(connector.type).label}): {texts.affects(one.rules, one.channels)}
            </span>
            {one.rules > 0 && (
              <Button size="small" aria-pressed={isShown} onClick={() => onShow(isShown ? undefined : id)}>
                {isShown ? texts.hideImpact : texts.showImpact}
              </Button>
            )}
          </div>
        )
      })}
    </Notice>
  )
}

/** Red or amber if a node has problems. */
function toneOf(node: MapNode, rates: Rates): 'red' | 'amber' | undefined {
  if (node.kind === 'rule') return (rates.rule(node.rule.id)?.errors ?? 0) > 0 ? 'red' : undefined
  if (node.kind !== 'action' && node.kind !== 'source') return undefined
  if (!node.channel) return 'red'
  const state = stateOf(node.channel)
  if (state === 'disconnected') return 'red'
  if (node.kind === 'action' && (rates.action(node.name)?.failed ?? 0) > 0) return 'red'
  return state === 'connected' || state === 'disabled' ? undefined : 'amber'
}

const hasProblem = ({ nodes, edges }: FlowMap, rule: string, isWrong: (node: MapNode) => boolean): boolean => {
  const around = new Set([rule, ...edges.flatMap(({ from, to }) => (from === rule ? [to] : to === rule ? [from] : []))])
  return nodes.some((node) => around.has(node.id) && isWrong(node))
}

const ruleNote = ({ id, name }: Rule, texts: (typeof flowMessages)['en']) =>
  name === '' || name === id ? texts.kinds.rule : `${texts.kinds.rule} · ${id}`

/** The map as nodes and edges of the picture. */
function useCanvas(map: FlowMap, rates: Rates, marked: Impact | undefined) {
  const texts = useMessages(flowMessages)
  const format = useFormat()
  const iconOf = useNodeIcon()
  const isDimmed = (id: string) => marked !== undefined && !marked.nodes.has(id)
  const nodes = map.nodes.map(
    (node): CanvasNode => ({
      id: node.id,
      icon: iconOf(node.kind, node.name),
      title: node.name || texts.kinds[node.kind],
      note:
        node.kind === 'console'
          ? undefined
          : node.kind === 'rule'
            ? ruleNote(node.rule, texts)
            : texts.kinds[node.kind],
      state: <NodeState node={node} rates={rates} />,
      tone: toneOf(node, rates),
      isDimmed: isDimmed(node.id),
    }),
  )
  const ofNode = new Map(map.nodes.map((node) => [node.id, node]))
  const usersOf = (id: string) => map.edges.filter(({ to }) => to === id).length
  const edges = map.edges.map(({ from, to }): CanvasEdge => {
    const [start, end] = [ofNode.get(from), ofNode.get(to)]
    const rule = start?.kind === 'rule' ? start : end?.kind === 'rule' ? end : undefined
    const ofRule = rule && rates.rule(rule.rule.id)
    const isIn = end?.kind === 'rule'
    const ofAction = end?.kind === 'action' && usersOf(to) === 1 ? rates.action(end.name) : undefined
    const passing = isIn ? ofRule?.matched : (ofAction?.success ?? ofRule?.passed)
    const failed = ofAction?.failed ?? 0
    return {
      from,
      to,
      isBusy: (passing ?? 0) > 0,
      tone: failed > 0 || (end && !isIn && toneOf(end, rates) === 'red') ? 'red' : undefined,
      isDimmed: isDimmed(from) || isDimmed(to),
      ...(passing !== undefined &&
        passing > 0 && { label: { text: texts.perSecond(format.rate(passing)), title: `${from} → ${to}` } }),
    }
  })
  return { nodes, edges }
}

function NodeState({ node, rates }: { readonly node: MapNode; readonly rates: Rates }) {
  const texts = useMessages(flowMessages)
  const format = useFormat()
  if (node.kind === 'rule') {
    if (!node.rule.enable) return <Dim small>{texts.disabled}</Dim>
    const rate = rates.rule(node.rule.id)
    return (
      <Group gap={2}>
        {rate && <span>{texts.perSecond(format.rate(rate.matched))}</span>}
        {rate && rate.errors > 0 && <Alarming>{texts.errorsPerSecond(format.rate(rate.errors))}</Alarming>}
      </Group>
    )
  }
  if (node.kind !== 'action' && node.kind !== 'source') return null
  if (!node.channel) return <Alarming>{texts.missing}</Alarming>
  const state = stateOf(node.channel)
  const failed = node.kind === 'action' ? (rates.action(node.name)?.failed ?? 0) : 0
  return (
    <Group gap={2}>
      {state === 'disconnected' || state === 'disabled' ? (
        state === 'disabled' ? (
          <Dim small>{texts.disabled}</Dim>
        ) : (
          <Alarming>{texts.disconnected}</Alarming>
        )
      ) : null}
      {failed > 0 && <Alarming>{texts.failedPerSecond(format.rate(failed))}</Alarming>}
    </Group>
  )
}

const Alarming = ({ children }: { readonly children: string }) => (
  <span className={styles.alarming}>
    <IconAlertTriangle size={13} aria-hidden /> {children}
  </span>
)
