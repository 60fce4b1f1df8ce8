import { useMemo, useState } from 'react'
import { DetailPage, RefreshControl, useChange, useData, useFresh, useIsViewer } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { Button, Link, Mono, toast, useGo, usePathParam } from '../../ui/index.ts'
import { DetailMenu, ReconnectButton, stateOf } from '../integrations/index.ts'
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

export default function WebhookPage() {
  const name = usePathParam('name')
  // The key resets the forms when another webhook is opened.
  return <Detail key={name} name={name} />
}

function Detail({ name }: { readonly name: string }) {
  const texts = useMessages(messages)
  const query = useData(webhookQuery, { name })
  return (
    <DetailPage
      query={query}
      name={name}
      isMissing={query.data !== undefined && partKinds.every((kind) => !query.data?.[kind])}
      missing={{
        title: texts.notFound,
        hint: texts.notFoundHint(name),
        action: <Link to="/webhook">{texts.all}</Link>,
      }}
      description={(parts) => <Description parts={parts} />}
      status={(parts) => <WebhookState of={{ name, ...statusOf(parts) }} />}
      actions={(parts) => (
        <>
          <RefreshControl queries={[query]} />
          <Actions name={name} parts={parts} />
        </>
      )}
      note={(parts) => <StatusNotice of={statusOf(parts)} />}
      tabs={(parts) => [
        {
          value: 'overview',
          label: texts.tabs.overview,
          content: () => <WebhookOverview name={name} parts={parts} />,
        },
        {
          value: 'settings',
          label: texts.tabs.settings,
          content: () => <Settings name={name} parts={parts} />,
          keepsInput: true,
        },
        { value: 'made', label: texts.tabs.made, content: () => <WebhookParts name={name} parts={parts} /> },
      ]}
    />
  )
}

function Description({ parts }: { readonly parts: Parts }) {
  const { url, description } = summaryOf(parts)
  return (
    <>
      <Mono>{url}</Mono>
      {description !== '' && ` · ${description}`}
    </>
  )
}

interface WebhookProps {
  readonly name: string
  readonly parts: Parts
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
  const texts = useMessages(formMessages)
  const go = useGo()
  const isViewer = useIsViewer()
  const actions = useWebhookActions()
  const { data: events = [] } = useData(ruleEventsQuery, undefined)
  const [isTrying, setTrying] = useState(false)
  const tried = useMemo(() => (isTrying ? toSettings(name, parts) : undefined), [isTrying, name, parts])
  const ofEvents = useMemo(() => events.filter(({ event }) => event.startsWith('$events/')), [events])
  if (isViewer) return null
  return (
    <>
      {parts.connector && (
        <ReconnectButton state={stateOf(parts.connector)} onStart={() => void actions.start({ name })} />
      )}
      {parts.connector && parts.action && <Button onClick={() => setTrying(true)}>{texts.testRequest}</Button>}
      <DetailMenu
        isEnabled={statusOf(parts).enable}
        onSwitch={(enable) => void actions.switchTo({ name }, enable)}
        onDuplicate={() => go({ to: '/webhook/create', search: { copy: name } })}
        onDelete={async () => {
          if (await actions.remove({ name, rules: parts.action?.rules ?? [] })) go({ to: '/webhook' })
        }}
      />
      <TestDrawer settings={tried} before={parts} events={ofEvents} onClose={() => setTrying(false)} />
    </>
  )
}
