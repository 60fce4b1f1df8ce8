import { IconExternalLink } from '@tabler/icons-react'
import { useCallback } from 'react'
import { dash, useMessages } from '../../i18n/index.ts'
import type { MenuItem } from '../buttons/menu.tsx'
import { kitMessages } from '../messages.ts'
import { Dim, IdText } from '../text/text.tsx'
import { Link, useGo } from './link.tsx'

/** Minimum width of a column with client IDs, in px. */
export const clientIdWidth = 260

/** Client IDs under which the broker itself publishes. They have no client page. */
const ownPublishers: readonly string[] = ['http_api', 'emqx_sys', 'emqx_alarm']

/** A client ID with a link to its client page, on up to two lines of a table cell. */
export function ClientLink({ clientid }: { readonly clientid: string }) {
  // The broker sends the word `undefined` for messages without a client.
  if (clientid === '' || clientid === 'undefined') return <Dim>{dash}</Dim>
  if (ownPublishers.includes(clientid)) return <IdText>{clientid}</IdText>
  return (
    <Link to="/clients/detail/$clientId" params={{ clientId: clientid }}>
      <IdText>{clientid}</IdText>
    </Link>
  )
}

/** The same link as an entry of a row menu. */
export function useOpenClient(): (clientid: string) => MenuItem {
  const texts = useMessages(kitMessages)
  const go = useGo()
  return useCallback(
    (clientid) => ({
      label: texts.openClient,
      icon: <IconExternalLink size={16} aria-hidden />,
      onSelect: () => go({ to: '/clients/detail/$clientId', params: { clientId: clientid } }),
    }),
    [go, texts],
  )
}
