import type { GatewayListener } from '@mqdeck/contract'
import { useMemo } from 'react'
import { DetailPage, isNotFound, useChange, useData, useFresh, useIsViewer } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { Button, Link, Mono, toast, useGo, usePathParam } from '../../../ui/index.ts'
import { AuthTab } from '../auth/auth-tab.tsx'
import { GatewayForm } from '../forms/gateway-form.tsx'
import { listenerQuery, listenersQuery, saveListener } from './listener-queries.ts'
import { ListenerState } from './listener-state.tsx'
import { listenerMessages } from './messages.ts'
import { useListenerActions } from './use-listener-actions.tsx'

export default function GatewayListenerPage() {
  const gateway = usePathParam('name')
  const id = usePathParam('id')
  // The key resets the form when another listener is opened.
  return <Detail key={id} gateway={gateway} id={id} />
}

interface Opened {
  readonly gateway: string
  readonly id: string
}

function Detail({ gateway, id }: Opened) {
  const texts = useMessages(listenerMessages)
  const isViewer = useIsViewer()
  const query = useData(listenerQuery, { name: gateway, id })
  const all = useData(listenersQuery, { name: gateway })
  // Only the list has the connections and the states on the nodes.
  const listed = all.data?.find((one) => one.id === id)
  return (
    <DetailPage
      query={query}
      name={<Mono>{id}</Mono>}
      status={({ enable, running }) => <ListenerState running={listed?.status?.running ?? running} enable={enable} />}
      actions={(listener) =>
        !isViewer && <Actions gateway={gateway} listener={{ ...listener, status: listed?.status }} />
      }
      isMissing={isNotFound(query.error)}
      missing={{
        title: texts.notFound,
        hint: texts.notFoundHint(id),
        action: (
          <Link to="/gateway/detail/$name" params={{ name: gateway }} search={{ tab: 'listeners' }}>
            {texts.backToListeners}
          </Link>
        ),
      }}
      tabs={(listener) => [
        {
          value: 'settings',
          label: texts.settings,
          keepsInput: true,
          content: () => (
            <Settings gateway={gateway} listener={listener} connected={listed?.status?.current_connections ?? 0} />
          ),
        },
        { value: 'auth', label: texts.authentication, content: () => <AuthTab gateway={gateway} owner={id} /> },
      ]}
      resets={['part', 'page', 'user', 'superuser']}
    />
  )
}

function Actions({ gateway, listener }: { readonly gateway: string; readonly listener: GatewayListener }) {
  const texts = useMessages(listenerMessages)
  const go = useGo()
  const actions = useListenerActions(gateway)
  return (
    <>
      {listener.enable === false ? (
        <Button onClick={() => void actions.enable(listener)}>{texts.enable}</Button>
      ) : (
        <Button onClick={() => void actions.disable(listener)}>{texts.disable}</Button>
      )}
      <Button
        variant="danger"
        onClick={async () => {
          if (await actions.remove(listener))
            go({ to: '/gateway/detail/$name', params: { name: gateway }, search: { tab: 'listeners' } })
        }}
      >
        {texts.delete}
      </Button>
    </>
  )
}

interface SettingsProps {
  readonly gateway: string
  readonly listener: GatewayListener
  /** Connections that a change closes. */
  readonly connected: number
}

function Settings({ gateway, listener, connected }: SettingsProps) {
  const texts = useMessages(listenerMessages)
  const { id, type } = listener
  const part = useMemo(() => ({ of: 'listener', type }) as const, [type])
  const fresh = useFresh(listenerQuery, { name: gateway, id })
  const { run } = useChange(saveListener)
  return (
    <GatewayForm
      gateway={gateway}
      part={part}
      mode="edit"
      value={listener}
      readOnly={useIsViewer()}
      read={fresh}
      warning={() => texts.restartWarning(connected)}
      onSave={async (settings) => {
        await run({ gateway, id, settings })
        toast.success(texts.saved(id))
      }}
    />
  )
}
