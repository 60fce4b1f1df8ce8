import type { CertificateInUse, ListenerInfo, ListenerSummary } from '@mqdeck/contract'
import { useMemo } from 'react'
import { useData } from '../../data/index.ts'
import { ListenerConnections, ListenerStateDot, stateOf, stateOnNode } from '../../data/listener-state.tsx'
import { NodeTable, useAbsentNodes } from '../../data/node-states/index.ts'
import { globalZone } from '../../data/zones.ts'
import { useMessages } from '../../i18n/index.ts'
import { clientAddress } from '../../lib/client-addresses.ts'
import {
  type Column,
  CopyButton,
  type Description,
  DescriptionList,
  Group,
  Link,
  Mono,
  Section,
  Stack,
} from '../../ui/index.ts'
import { formMessages } from './form-messages.ts'
import { Expiry } from './listener-columns.tsx'
import { messages } from './messages.ts'
import { certificatesQuery } from './queries.ts'

interface ListenerStatusProps {
  readonly info: ListenerInfo
  readonly summary: ListenerSummary | undefined
}

/** What a listener does at this moment, on every node. */
export function ListenerStatusTab({ info, summary }: ListenerStatusProps) {
  const texts = useMessages(formMessages)
  const { addressOf } = useMessages(messages)
  const { data: certificates } = useData(certificatesQuery, undefined)
  const certificate = certificates?.get(info.id)
  const path = 'websocket' in info ? info.websocket.mqtt_path : undefined
  const address = clientAddress({ ...info, path }, location.hostname)
  return (
    <Stack gap={4}>
      <Section title={texts.status}>
        <DescriptionList
          items={[
            { label: texts.state, value: summary && <ListenerStateDot state={stateOf(summary)} /> },
            { label: texts.connections, value: <ListenerConnections status={summary?.status} /> },
            { label: texts.zone, value: <ZoneLink name={info.zone} /> },
            {
              label: texts.address,
              value: address && (
                <Group gap={1}>
                  <Mono truncate>{address.url}</Mono>
                  <CopyButton value={address.url} label={addressOf(info.id)} />
                </Group>
              ),
            },
          ]}
        />
      </Section>
      {certificate && (
        <Section title={texts.certificate}>
          <CertificateFacts certificate={certificate} />
        </Section>
      )}
      {summary && <ListenerNodes listener={summary} />}
    </Stack>
  )
}

type NodeRow = NonNullable<ListenerSummary['node_status']>[number] & { readonly enable: boolean }

/** What it does on each node; nothing on a single one, where that is the whole. */
function ListenerNodes({ listener: { enable, node_status: nodes = noNodes } }: { readonly listener: ListenerSummary }) {
  const texts = useMessages(formMessages)
  const columns = useMemo(
    (): readonly Column<NodeRow>[] => [
      {
        id: 'connections',
        header: texts.connections,
        width: 200,
        cell: ({ status }) => <ListenerConnections status={status} />,
      },
    ],
    [texts],
  )
  const rows = useMemo(() => nodes.map((one): NodeRow => ({ ...one, enable })), [nodes, enable])
  const absent = useAbsentNodes(useMemo(() => nodes.map(({ node }) => node), [nodes]))
  if (nodes.length + absent.length < 2) return null
  return <NodeTable rows={rows} columns={columns} stateOf={dotOf} isTrouble={isTrouble} />
}

const noNodes: NonNullable<ListenerSummary['node_status']> = []

const dotOf = (row: NodeRow) => <ListenerStateDot state={stateOnNode(row)} />
const isTrouble = (row: NodeRow): boolean => ['stopped', 'unknown'].includes(stateOnNode(row))

function ZoneLink({ name }: { readonly name: string | undefined }) {
  if (name === undefined || name === globalZone) return globalZone
  return (
    <Link to="/zones/detail/$name" params={{ name }}>
      <Mono>{name}</Mono>
    </Link>
  )
}

function CertificateFacts({ certificate }: { readonly certificate: CertificateInUse }) {
  const texts = useMessages(formMessages)
  const { subject, issuer, names, file, key_matches: keyMatches, renewed_by_server: isRenewed } = certificate
  const items: readonly Description[] = [
    { label: texts.subject, value: subject },
    { label: texts.issuer, value: issuer },
    { label: texts.names, value: names.join(', ') },
    { label: texts.expires, value: <Expiry certificate={certificate} /> },
    { label: texts.file, value: file === null ? texts.fileMadeHere : <Mono>{file}</Mono> },
    ...(keyMatches === null ? [] : [{ label: texts.keyMatches, value: keyMatches ? texts.keyYes : texts.keyNo }]),
    ...(isRenewed ? [{ label: texts.renewal, value: texts.renewed }] : []),
  ]
  return <DescriptionList items={items} />
}
