import type { Gateway } from '@mqdeck/contract'
import { useMemo } from 'react'
import {
  DetailPage,
  RefreshControl,
  StaleNotice,
  useChange,
  useData,
  useEdition,
  useFresh,
  useIsViewer,
} from '../../../api/index.ts'
import { useFormat, useLocale, useMessages } from '../../../i18n/index.ts'
import {
  Button,
  EmptyState,
  Link,
  PageHeader,
  Section,
  TypeMark,
  toast,
  useGo,
  usePathParam,
} from '../../../ui/index.ts'
import { AuthTab } from '../auth/auth-tab.tsx'
import { ClientsTab } from '../clients/clients-tab.tsx'
import { GatewayForm } from '../forms/gateway-form.tsx'
import { GatewayState } from '../gateway-state.tsx'
import { kindOf, markOf } from '../kinds.ts'
import { ListenersTab } from '../listeners/listeners-tab.tsx'
import { messages } from '../messages.ts'
import { gatewayQuery, gatewaysQuery, saveGateway } from '../queries.ts'
import { isSetUp, useGatewayActions } from '../use-gateway-actions.tsx'

export default function GatewayPage() {
  const name = usePathParam('name')
  // The key resets the form when another gateway is opened.
  return <Detail key={name} name={name} />
}

function Detail({ name }: { readonly name: string }) {
  const texts = useMessages(messages)
  const locale = useLocale()
  const format = useFormat()
  const isViewer = useIsViewer()
  const query = useData(gatewayQuery, { name })
  // Only the list has the connections.
  const gateways = useData(gatewaysQuery, undefined)
  const connected = gateways.data?.find((one) => one.name === name)?.current_connections
  const kind = kindOf(name)
  const label = kind.label[locale]
  const mark = <TypeMark type={markOf(kind)} size={34} />
  if (query.data && !isSetUp(query.data.status)) return <NotSetUp name={name} />
  return (
    <DetailPage
      query={query}
      name={label}
      mark={mark}
      description={({ started_at: started, stopped_at: stopped }) =>
        [
          kind.about[locale],
          started !== undefined && texts.startedAt(format.dateTime(started)),
          stopped !== undefined && texts.stoppedAt(format.dateTime(stopped)),
        ]
          .filter(Boolean)
          .join(' ')
      }
      status={({ status }) => <GatewayState status={status} />}
      refresh={<RefreshControl queries={[query, gateways]} />}
      actions={(gateway) => !isViewer && <SwitchButton gateway={gateway} connected={connected} />}
      // EMQX answers 400 for unknown names, because the name is an enum there.
      isMissing={query.data === undefined && isUnknownName(query.error)}
      missing={{
        title: texts.notFound,
        hint: texts.notFoundHint(name),
        action: <Link to="/gateway">{texts.allGateways}</Link>,
      }}
      note={() => <StaleNotice query={gateways} />}
      resets={['part', 'page', 'user', 'superuser', 'client', 'username', 'node', 'endpoint']}
      tabs={(gateway) => [
        {
          value: 'settings',
          label: texts.settings,
          keepsInput: true,
          content: () => <Settings gateway={gateway} connected={connected ?? 0} />,
        },
        { value: 'listeners', label: texts.listeners, content: () => <ListenersTab gateway={name} /> },
        { value: 'auth', label: texts.authentication, content: () => <AuthTab gateway={name} owner={name} /> },
        { value: 'clients', label: texts.clients, content: () => <ClientsTab gateway={name} /> },
      ]}
    />
  )
}

const isUnknownName = (error: unknown) =>
  typeof error === 'object' && error !== null && 'status' in error && (error.status === 400 || error.status === 404)

function NotSetUp({ name }: { readonly name: string }) {
  const texts = useMessages(messages)
  const locale = useLocale()
  const go = useGo()
  const isViewer = useIsViewer()
  const kind = kindOf(name)
  return (
    <>
      <PageHeader
        title={kind.label[locale]}
        mark={<TypeMark type={markOf(kind)} size={34} />}
        description={kind.about[locale]}
        status={<GatewayState status="unloaded" />}
      />
      <Section>
        <EmptyState
          title={texts.notSetUp}
          hint={texts.notSetUpHint}
          action={
            !isViewer && (
              <Button variant="primary" onClick={() => go({ to: '/gateway/create/$name', params: { name } })}>
                {texts.setUp}
              </Button>
            )
          }
        />
      </Section>
    </>
  )
}

interface SwitchButtonProps {
  readonly gateway: Gateway
  readonly connected: number | undefined
}

function SwitchButton({ gateway: { name, status }, connected }: SwitchButtonProps) {
  const texts = useMessages(messages)
  const actions = useGatewayActions()
  return status === 'running' ? (
    <Button onClick={() => void actions.disable({ name, current_connections: connected })}>{texts.disable}</Button>
  ) : (
    <Button variant="primary" onClick={() => void actions.enable({ name })}>
      {texts.enable}
    </Button>
  )
}

const part = { of: 'gateway' } as const

function Settings({ gateway, connected }: { readonly gateway: Gateway; readonly connected: number }) {
  const texts = useMessages(messages)
  const locale = useLocale()
  const { name, status } = gateway
  const args = useMemo(() => ({ name }), [name])
  const fresh = useFresh(gatewayQuery, args)
  const { run } = useChange(saveGateway)
  const restarts = useEdition() !== 'mqdeck' && status === 'running'
  return (
    <GatewayForm
      gateway={name}
      part={part}
      mode="edit"
      value={gateway}
      readOnly={useIsViewer()}
      read={fresh}
      warning={() => (restarts ? texts.restartWarning(connected) : undefined)}
      onSave={async (settings) => {
        // The switch is not part of the form, and the API replaces all settings.
        await run({ name, settings: { ...settings, enable: gateway.enable !== false } })
        toast.success(texts.savedSettings(kindOf(name).label[locale]))
      }}
    />
  )
}
