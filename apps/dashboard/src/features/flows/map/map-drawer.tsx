import { useFormat, useMessages } from '../../../i18n/index.ts'
import {
  Button,
  type Description,
  DescriptionList,
  Drawer,
  Group,
  Link,
  Mono,
  Stack,
  useGo,
} from '../../../ui/index.ts'
import { pages, StatusCell } from '../../integrations/index.ts'
import { flowMessages } from '../messages.ts'
import type { FlowMap, MapNode } from './map.ts'
import type { Rates } from './rates.ts'

interface MapDrawerProps {
  readonly node: MapNode | undefined
  readonly map: FlowMap
  readonly rates: Rates
  readonly onClose: () => void
}

/** Type and current state of a node of the map, with links to its pages. */
export function MapDrawer({ node, map, rates, onClose }: MapDrawerProps) {
  const texts = useMessages(flowMessages)
  return (
    <Drawer
      opened={node !== undefined}
      onClose={onClose}
      title={node ? node.name || texts.kinds[node.kind] : ''}
      size={520}
    >
      {node && <Content node={node} map={map} rates={rates} />}
    </Drawer>
  )
}

function Content({ node, map, rates }: Omit<MapDrawerProps, 'onClose'> & { readonly node: MapNode }) {
  const texts = useMessages(flowMessages)
  const format = useFormat()
  const go = useGo()
  if (node.kind === 'rule') {
    const { rule } = node
    const rate = rates.rule(rule.id)
    const items: Description[] = [
      { label: 'SQL', value: <Mono>{rule.sql}</Mono> },
      ...(rate
        ? [
            { label: texts.input, value: texts.perSecond(format.rate(rate.matched)) },
            { label: texts.passed, value: texts.perSecond(format.rate(rate.passed)) },
            { label: texts.sqlFailed, value: texts.perSecond(format.rate(rate.errors)) },
          ]
        : []),
    ]
    return (
      <Stack gap={5}>
        <DescriptionList items={items} />
        <Group>
          <Button variant="primary" onClick={() => go({ to: '/flow/$id', params: { id: rule.id } })}>
            {texts.editFlow}
          </Button>
          <Button onClick={() => go({ to: '/rule/rules/$id', params: { id: rule.id } })}>{texts.openRule}</Button>
        </Group>
      </Stack>
    )
  }
  const users = map.edges.flatMap(({ from, to }) => (from === node.id ? [to] : to === node.id ? [from] : []))
  const rules = map.nodes.filter((one) => one.kind === 'rule' && users.includes(one.id))
  const isChannel = node.kind === 'action' || node.kind === 'source'
  const items: Description[] = [
    ...(isChannel && node.channel ? [{ label: texts.state, value: <StatusCell of={node.channel} /> }] : []),
    ...(isChannel && node.connector !== undefined
      ? [
          {
            label: texts.connector,
            value: (
              <Link to={pages.connector.detail} params={{ id: node.connector }}>
                {node.connector}
              </Link>
            ),
          },
        ]
      : []),
    {
      label: texts.usedBy,
      value: (
        <Stack gap={1}>
          {rules.map(({ id, name }) => (
            <Link key={id} to="/flow/$id" params={{ id: id.slice('rule:'.length) }}>
              {name}
            </Link>
          ))}
        </Stack>
      ),
    },
  ]
  return (
    <Stack gap={5}>
      <DescriptionList items={items} />
      {isChannel && node.channel && (
        <Group>
          <Button onClick={() => go({ to: pages[node.kind].detail, params: { id: node.name } })}>
            {texts.openPage}
          </Button>
        </Group>
      )}
    </Stack>
  )
}
