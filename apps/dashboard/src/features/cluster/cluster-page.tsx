import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import {
  nodesQuery,
  QueryError,
  QueryView,
  RefreshControl,
  StaleNotice,
  useData,
  useIsViewer,
} from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import {
  Button,
  DataTable,
  DescriptionList,
  Link,
  Mono,
  Notice,
  PageHeader,
  Section,
  Skeleton,
  Stack,
} from '../../ui/index.ts'
import { InvitationList } from './invitation-list.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { useMemberActions, useMemberColumns } from './members.tsx'
import { messages } from './messages.ts'
import { clusterQuery, isBuiltInQuery, topologyQuery } from './queries.ts'
import { Topology } from './topology.tsx'

/** The cluster: its members, topology and invitations. */
export default function ClusterPage() {
  const texts = useMessages(messages)
  const isViewer = useIsViewer()
  const [isInviting, setInviting] = useState(false)
  const cluster = useData(clusterQuery, undefined)
  const topology = useData(topologyQuery, undefined)
  const nodes = useData(nodesQuery, undefined)
  const self = cluster.data?.self
  const columns = useMemberColumns(self)
  const actions = useMemberActions(self)
  const running = nodes.data?.filter(({ node_status }) => node_status === 'running').length
  return (
    <>
      <PageHeader
        title={texts.title}
        actions={
          <>
            <RefreshControl queries={[cluster, topology, nodes]} />
            {!isViewer && (
              <Button variant="primary" icon={<IconPlus size={16} aria-hidden />} onClick={() => setInviting(true)}>
                {texts.invite}
              </Button>
            )}
          </>
        }
      />
      <StaleNotice query={cluster} />
      <Stack gap={4}>
        <SingleNodeNote count={nodes.data?.length} />
        <Section>
          <QueryView quiet query={cluster} skeleton={<Skeleton height={44} />}>
            {({ name, nodes: members }) => (
              <DescriptionList
                items={[
                  { label: texts.clusterName, value: <Mono>{name}</Mono> },
                  { label: texts.connectedNode, value: <Mono>{self}</Mono> },
                  {
                    label: texts.nodeCount,
                    value: texts.counts(running ?? members.length, nodes.data?.length ?? members.length),
                  },
                ]}
              />
            )}
          </QueryView>
        </Section>
        <Section title={texts.topology}>
          <QueryView quiet query={topology} skeleton={<Skeleton height={72} />}>
            {(cores) => <Topology cores={cores} nodes={nodes.data ?? []} self={self} />}
          </QueryView>
        </Section>
        <DataTable
          label={texts.nodes}
          columns={columns}
          rows={nodes.data}
          rowId={({ node }) => node}
          busy={nodes.isStale}
          error={nodes.data === undefined && nodes.error && <QueryError query={nodes} />}
          rowActions={actions}
          skeletonRows={3}
        />
        <InvitationList />
      </Stack>
      <InviteDialog
        opened={isInviting}
        onClose={() => setInviting(false)}
        members={nodes.data?.map(({ node }) => node) ?? []}
      />
    </>
  )
}

/** Shown only for the broker built into MQDeck, which always runs as a single node. */
function SingleNodeNote({ count }: { readonly count: number | undefined }) {
  const texts = useMessages(messages)
  const { data: isBuiltIn } = useData(isBuiltInQuery, undefined)
  if (count !== 1 || isBuiltIn !== true) return null
  return (
    <Notice>
      <Stack gap={2}>
        <span>
          <strong>{texts.singleNode}</strong> {texts.singleNodeHint}
        </span>
        <Link to="/configuration">{texts.toConfiguration}</Link>
      </Stack>
    </Notice>
  )
}
