import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import {
  nodesQuery,
  QueryError,
  QueryView,
  RefreshControl,
  StaleNotice,
  useData,
  useEdition,
  useIsViewer,
} from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { Button, DataTable, DescriptionList, Mono, PageHeader, Section, Skeleton, Stack } from '../../ui/index.ts'
import { InvitationList } from './invitation-list.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { useMemberActions, useMemberColumns } from './members.tsx'
import { messages } from './messages.ts'
import { clusterQuery, topologyQuery } from './queries.ts'
import { SingleNode } from './single-node.tsx'
import { Topology } from './topology.tsx'

export default function ClusterPage() {
  return useEdition() === 'mqdeck' ? <SingleNode /> : <MembersPage />
}

/** The members of the cluster, its topology and invitations. */
function MembersPage() {
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
