import { dash } from '../i18n/index.ts'
import { Link } from './link.tsx'
import { Dim, Mono } from './text.tsx'

/** Names under which the broker publishes by itself: no client has a page under them. */
const ownPublishers: readonly string[] = ['http_api', 'emqx_sys', 'emqx_alarm']

/** Who published a message. */
export function ClientLink({ clientid }: { readonly clientid: string }) {
  // The broker writes the word where there is no client.
  if (clientid === '' || clientid === 'undefined') return <Dim>{dash}</Dim>
  if (ownPublishers.includes(clientid)) return <Mono truncate>{clientid}</Mono>
  return (
    <Link to="/clients/detail/$clientId" params={{ clientId: clientid }} quiet>
      <Mono truncate>{clientid}</Mono>
    </Link>
  )
}
