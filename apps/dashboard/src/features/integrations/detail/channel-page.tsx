import { RefreshControl, useData, useIsViewer } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { Button, EmptyState, Link, Section, useGo, usePathParam } from '../../../ui/index.ts'
import { type ChannelKind, idOf, pages, rulePages } from '../kinds.ts'
import styles from '../list/list.module.css'
import { messages } from '../messages.ts'
import { type Channel, channelQueries } from '../queries.ts'
import { stateOf } from '../state.ts'
import { RuleLinks } from './cells.tsx'
import { useChannelActions } from './channel-actions.tsx'
import { ChannelOverview } from './channel-overview.tsx'
import { DetailMenu } from './detail-menu.tsx'
import { IntegrationPage, ReconnectButton } from './integration-page.tsx'
import { ChannelSettings } from './settings-tab.tsx'

export const ActionPage = () => <ChannelPage kind="action" />
export const SourcePage = () => <ChannelPage kind="source" />

/** The page of an action or a source. */
function ChannelPage({ kind }: { readonly kind: ChannelKind }) {
  const id = usePathParam('id')
  // The key resets the forms when another channel is opened.
  return <Detail key={id} kind={kind} id={id} />
}

function Detail({ kind, id }: { readonly kind: ChannelKind; readonly id: string }) {
  const query = useData(channelQueries[kind].one, { id })
  const statistics = useData(channelQueries[kind].statistics, { id })
  return (
    <IntegrationPage
      kind={kind}
      id={id}
      query={query}
      actions={(channel) => (
        <>
          <RefreshControl queries={[query, statistics]} />
          <Actions kind={kind} channel={channel} />
        </>
      )}
      note={(channel) => <Through channel={channel} />}
      parts={{
        overview: (channel) => <ChannelOverview kind={kind} channel={channel} />,
        settings: (channel) => <ChannelSettings kind={kind} channel={channel} />,
        users: (channel) => <Users kind={kind} channel={channel} />,
      }}
    />
  )
}

function Through({ channel: { type, connector } }: { readonly channel: Channel }) {
  const texts = useMessages(messages)
  return (
    <span className={styles.inText}>
      {texts.connector}{' '}
      <Link to={pages.connector.detail} params={{ id: idOf({ type, name: connector }) }}>
        {connector}
      </Link>
    </span>
  )
}

interface ChannelProps {
  readonly kind: ChannelKind
  readonly channel: Channel
}

function Actions({ kind, channel }: ChannelProps) {
  const texts = useMessages(messages)
  const go = useGo()
  const isViewer = useIsViewer()
  const actions = useChannelActions(kind)
  if (isViewer) return null
  const state = stateOf(channel)
  const id = idOf(channel)
  return (
    <>
      <ReconnectButton state={state} onStart={() => void actions.start(channel)} />
      <DetailMenu
        isEnabled={state !== 'disabled'}
        onSwitch={(enable) => void (enable ? actions.enable(channel) : actions.disable(channel))}
        onDuplicate={() => go({ to: pages[kind].create, search: { copy: id } })}
        onDelete={async () => {
          if (await actions.remove(channel)) go({ to: pages[kind].list })
        }}
      >
        <Button onClick={() => go({ to: rulePages.create, search: { [kind]: id } })}>{texts.newRule}</Button>
      </DetailMenu>
    </>
  )
}

function Users({ kind, channel }: ChannelProps) {
  const texts = useMessages(messages)
  const go = useGo()
  const isViewer = useIsViewer()
  const { rules = [] } = channel
  return (
    <Section title={texts.rulesOf(channel.name)}>
      {rules.length > 0 ? (
        <RuleLinks ids={rules} />
      ) : (
        <EmptyState
          title={texts.noRuleYet[kind]}
          hint={texts.noRuleHint[kind]}
          action={
            !isViewer && (
              <Button variant="primary" onClick={() => go({ to: rulePages.create, search: { [kind]: idOf(channel) } })}>
                {texts.newRule}
              </Button>
            )
          }
        />
      )}
    </Section>
  )
}
