import type { CertificateInUse, ListenerInfo, ListenerSummary } from '@mqdeck/contract'
import { useMemo } from 'react'
import { useData } from '../../api/index.ts'
import { NodeTable, useAbsentNodes } from '../../api/nodes/node-states/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { clientAddress } from '../../lib/access/client-addresses.ts'
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
import { CertificateExpiry } from './listener-columns.tsx'
import { messages } from './messages.ts'
import { certificatesQuery } from './queries.ts'
import { ListenerConnections, ListenerStateDot, stateOf, stateOnNode } from './running-state.tsx'
import { globalZone } from './zone-queries.ts'

interface ListenerStatusProps {
  readonly info: ListenerInfo
  readonly summary: ListenerSummary | undefined
}

/** The current status of a listener on every node. */
export function ListenerStatusTab({ info, summary }: ListenerStatusProps) {
  const texts = useMessages(formMessages)
  const { copyAddress } = useMessages(messages)
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
              label: texts.clientAddress,
              value: address && (
                <Group gap={1}>
                  <Mono truncate>{address.url}</Mono>
                  <CopyButton value={address.url} label={copyAddress(info.id)} />
                </Group>
              ),
            },
          ]}
        />
      </Section>
      {certificate && (
        <Section title={texts.certificate}>
          <CertificateDetails certificate={certificate} />
        </Section>
      )}
      {summary && <ListenerNodes listener={summary} />}
    </Stack>
  )
}

type NodeRow = NonNullable<ListenerSummary['node_status']>[number] & { readonly enable: boolean }

/** The status on each node. Empty in a cluster of one node. */
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
  const rows = useMemo(() => nodes.map((status): NodeRow => ({ ...status, enable })), [nodes, enable])
  const absent = useAbsentNodes(useMemo(() => nodes.map(({ node }) => node), [nodes]))
  if (nodes.length + absent.length < 2) return null
  return <NodeTable rows={rows} columns={columns} stateOf={stateDot} isTrouble={isTrouble} />
}

const noNodes: NonNullable<ListenerSummary['node_status']> = []

const stateDot = (row: NodeRow) => <ListenerStateDot state={stateOnNode(row)} />
const isTrouble = (row: NodeRow): boolean => ['stopped', 'unknown'].includes(stateOnNode(row))

function ZoneLink({ name }: { readonly name: string | undefined }) {
  if (name === undefined || name === globalZone) return globalZone
  return (
    <Link to="/zones/detail/$name" params={{ name }}>
      <Mono>{name}</Mono>
    </Link>
  )
}

function CertificateDetails({ certificate }: { readonly certificate: CertificateInUse }) {
  const texts = useMessages(formMessages)
  const { subject, issuer, names, file, key_matches: keyMatches, renewed_by_server: isRenewed } = certificate
  const items: readonly Description[] = [
    { label: texts.subject, value: subject },
    { label: texts.issuer, value: issuer },
    { label: texts.validFor, value: names.join(', ') },
    { label: texts.expires, value: <CertificateExpiry certificate={certificate} /> },
    { label: texts.file, value: file === null ? texts.inConfiguration : <Mono>{file}</Mono> },
    ...(keyMatches === null
      ? []
      : [{ label: texts.keyMatches, value: keyMatches ? texts.keyMatchesYes : texts.keyMatchesNo }]),
    ...(isRenewed ? [{ label: texts.renewal, value: texts.renewed }] : []),
  ]
  return <DescriptionList items={items} />
}
