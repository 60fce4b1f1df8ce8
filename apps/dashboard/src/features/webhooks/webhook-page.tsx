import { IconDots } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import { QueryView, RefreshControl, useChange, useData, useFresh, useIsViewer } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import {
  Button,
  EmptyState,
  IconButton,
  Link,
  Menu,
  Mono,
  PageHeader,
  Section,
  Skeleton,
  Stack,
  Tabs,
  toast,
  useGo,
  useHasOpened,
  usePathParam,
  useSearchState,
} from '../../ui/index.ts'
import { isDown, stateOf } from '../integrations/index.ts'
import { formMessages } from './form-messages.ts'
import { messages } from './messages.ts'
import { ruleEventsQuery, webhookChanges, webhookQuery } from './queries.ts'
import { TestDrawer } from './test-drawer.tsx'
import { useWebhookActions } from './use-webhook-actions.tsx'
import { type Parts, partKinds, statusOf, summaryOf } from './webhook.ts'
import { WebhookForm } from './webhook-form.tsx'
import { WebhookOverview } from './webhook-overview.tsx'
import { WebhookParts } from './webhook-parts.tsx'
import { toPartBodies, toSettings } from './webhook-settings.ts'
import { StatusNotice, WebhookState } from './webhook-state.tsx'

const tabs = ['overview', 'settings', 'made'] as const
const search = z.object({ tab: z.enum(tabs).catch('overview').default('overview') })

export default function WebhookPage() {
  const name = usePathParam('name')
  // The key resets the forms when another webhook is opened.
  return <Detail key={name} name={name} />
}

function Detail({ name }: { readonly name: string }) {
  const texts = useMessages(messages)
  const query = useData(webhookQuery, { name })
  const parts = query.data
  if (parts && partKinds.every((kind) => !parts[kind]))
    return (
      <>
        <PageHeader title={name} />
        <Section>
          <EmptyState
            title={texts.notFound}
            hint={texts.notFoundHint(name)}
            action={<Link to="/webhook">{texts.all}</Link>}
          />
        </Section>
      </>
    )
  const { url, description } = parts ? summaryOf(parts) : { url: '', description: '' }
  return (
    <>
      <PageHeader
        title={name}
        description={
          <>
            <Mono>{url}</Mono>
            {description !== '' && ` · ${description}`}
          </>
        }
        status={parts && <WebhookState of={{ name, ...statusOf(parts) }} />}
        actions={
          parts && (
            <>
              <RefreshControl queries={[query]} />
              <Actions name={name} parts={parts} />
            </>
          )
        }
      />
      <QueryView query={query} skeleton={<Skeleton height={480} />}>
        {(loaded) => <Body name={name} parts={loaded} />}
      </QueryView>
    </>
  )
}

interface WebhookProps {
  readonly name: string
  readonly parts: Parts
}

function Body({ name, parts }: WebhookProps) {
  const texts = useMessages(messages)
  const [{ tab }, setSearch] = useSearchState(search)
  const hasSettings = useHasOpened(tab === 'settings')
  return (
    <Stack gap={4}>
      <StatusNotice of={statusOf(parts)} />
      <Tabs
        label={texts.pageSections}
        value={tab}
        onChange={(next) => setSearch({ tab: next })}
        tabs={tabs.map((value) => ({ value, label: texts.tabs[value] }))}
      >
        {tab === 'overview' && <WebhookOverview name={name} parts={parts} />}
        {/* Stays mounted, so that unsaved changes survive a change of tabs. */}
        {hasSettings && (
          <div hidden={tab !== 'settings'}>
            <Settings name={name} parts={parts} />
          </div>
        )}
        {tab === 'made' && <WebhookParts name={name} parts={parts} />}
      </Tabs>
    </Stack>
  )
}

function Settings({ name, parts }: WebhookProps) {
  const texts = useMessages(messages)
  const isViewer = useIsViewer()
  const fresh = useFresh(
    webhookQuery,
    useMemo(() => ({ name }), [name]),
  )
  const { run } = useChange(webhookChanges.save)
  const value = useMemo(() => toSettings(name, parts), [name, parts])
  return (
    <WebhookForm
      mode="edit"
      value={value}
      before={parts}
      readOnly={isViewer}
      read={async () => toSettings(name, await fresh())}
      onSave={async (settings) => {
        const before = await fresh()
        await run({ name, bodies: toPartBodies(settings, before), before })
        toast.success(texts.savedNamed(name))
      }}
    />
  )
}

function Actions({ name, parts }: WebhookProps) {
  const texts = useMessages(messages)
  const ofForm = useMessages(formMessages)
  const go = useGo()
  const isViewer = useIsViewer()
  const actions = useWebhookActions()
  const { data: events = [] } = useData(ruleEventsQuery, undefined)
  const [isTrying, setTrying] = useState(false)
  const webhookStatus = statusOf(parts)
  const tried = useMemo(() => (isTrying ? toSettings(name, parts) : undefined), [isTrying, name, parts])
  const ofEvents = useMemo(() => events.filter(({ event }) => event.startsWith('$events/')), [events])
  if (isViewer) return null
  return (
    <>
      {parts.connector && isDown(stateOf(parts.connector)) && (
        <Button onClick={() => void actions.start({ name })}>{texts.reconnect}</Button>
      )}
      {parts.connector && parts.action && <Button onClick={() => setTrying(true)}>{ofForm.testRequest}</Button>}
      <Button onClick={() => void actions.switchTo({ name }, !webhookStatus.enable)}>
        {webhookStatus.enable ? texts.disable : texts.enable}
      </Button>
      <Menu
        trigger={<IconButton label={texts.moreActions} icon={<IconDots size={17} aria-hidden />} />}
        items={[
          { label: texts.duplicate, onSelect: () => go({ to: '/webhook/create', search: { copy: name } }) },
          {
            label: texts.delete,
            danger: true,
            onSelect: async () => {
              if (await actions.remove({ name, rules: parts.action?.rules ?? [] })) go({ to: '/webhook' })
            },
          },
        ]}
      />
      <TestDrawer settings={tried} before={parts} events={ofEvents} onClose={() => setTrying(false)} />
    </>
  )
}
