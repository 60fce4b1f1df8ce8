import { connectionsText, NodeStatus, nodesQuery, QueryView, RefreshControl, useData } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import {
  Button,
  DescriptionList,
  Group,
  Link,
  Mono,
  PageHeader,
  Paragraphs,
  Section,
  Skeleton,
  Stack,
  useGo,
  usePageIsAvailable,
} from '../../ui/index.ts'
import { messages } from './messages.ts'

/** For the broker built into MQDeck, which cannot have other nodes. */
export function SingleNode() {
  const texts = useMessages(messages)
  const format = useFormat()
  const go = useGo()
  const hasPage = usePageIsAvailable()
  const nodes = useData(nodesQuery, undefined)
  return (
    <>
      <PageHeader actions={<RefreshControl queries={[nodes]} />} />
      <Stack gap={4}>
        <Section title={texts.singleNode}>
          <Stack gap={4}>
            <Paragraphs>{texts.singleNodeAbout}</Paragraphs>
            <Group gap={2}>
              {hasPage('/migrate') && (
                <Button variant="primary" onClick={() => go({ to: '/migrate' })}>
                  {texts.migrate}
                </Button>
              )}
              <Button onClick={() => go({ to: '/configuration' })}>{texts.toConfiguration}</Button>
            </Group>
          </Stack>
        </Section>
        <Section title={texts.node}>
          <QueryView query={nodes} skeleton={<Skeleton height={44} />}>
            {([node]) =>
              node && (
                <DescriptionList
                  minWidth={200}
                  items={[
                    {
                      label: texts.nodeName,
                      value: (
                        <Link to="/dashboard/nodes/$nodeName" params={{ nodeName: node.node }}>
                          <Mono>{node.node}</Mono>
                        </Link>
                      ),
                    },
                    { label: texts.status, value: <NodeStatus node={node.node} status={node.node_status} /> },
                    { label: texts.uptime, value: format.duration(node.uptime) },
                    { label: texts.version, value: node.version },
                    { label: texts.connections, value: connectionsText(node, format) },
                  ]}
                />
              )
            }
          </QueryView>
        </Section>
      </Stack>
    </>
  )
}
