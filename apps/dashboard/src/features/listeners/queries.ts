import {
  type CertificateInUse,
  createListener,
  deleteListener,
  getListener,
  type ListenerChange,
  type ListenerInfo,
  type ListenerTypeInfo,
  listCertificates,
  listListenerTypes,
  type NewListenerInput,
  restartListener,
  startListener,
  stopListener,
  updateListener,
} from '@mqdeck/contract'
import { defineChange, defineQuery, orIfMissing } from '../../api/index.ts'
import { listenerSettingsQuery, listenersQuery } from './listener-queries.ts'
import { settingsOf } from './listener-value.ts'

interface ListenerParams {
  readonly id: string
}

export const listenerQuery = defineQuery<ListenerParams, ListenerInfo>({
  name: 'listener',
  load: (call, params, signal) => call(getListener, { params, signal }),
})

const listenerQueries = [
  listenersQuery,
  listenerSettingsQuery,
  listenerQuery,
  { name: 'listener-certificates' },
  { name: 'used-addresses' },
]

/** The value of a form. The broker validates it; it may have fields that this dashboard does not know. */
type FormValue = Readonly<Record<string, unknown>>

export const create = defineChange<FormValue, ListenerInfo>({
  apply: (call, body) => call(createListener, { body: body as unknown as NewListenerInput }),
  invalidates: listenerQueries,
})

export const update = defineChange<ListenerParams & FormValue, ListenerInfo>({
  apply: (call, { id, ...settings }) =>
    call(updateListener, { params: { id }, body: { ...settings, id } as unknown as ListenerChange }),
  invalidates: listenerQueries,
})

export const rateNames = ['max_conn_rate', 'messages_rate', 'bytes_rate'] as const
export type RateName = (typeof rateNames)[number]
export type Rates = { readonly [N in RateName]?: string }

/** The API replaces the whole listener, so the rates are merged into its current settings. */
export const saveRates = defineChange<ListenerParams & { readonly rates: Rates }, ListenerInfo>({
  async apply(call, { id, rates }) {
    const info = await call(getListener, { params: { id } })
    const body = { ...settingsOf(info), ...rates, id, type: info.type }
    return call(updateListener, { params: { id }, body: body as unknown as ListenerChange })
  },
  invalidates: listenerQueries,
})

export const remove = defineChange<ListenerParams, undefined>({
  apply: (call, params) => call(deleteListener, { params }),
  invalidates: listenerQueries,
})

export const start = defineChange<ListenerParams, undefined>({
  apply: (call, params) => call(startListener, { params }),
  invalidates: listenerQueries,
})

export const stop = defineChange<ListenerParams, undefined>({
  apply: (call, params) => call(stopListener, { params }),
  invalidates: listenerQueries,
})

export const restart = defineChange<ListenerParams, undefined>({
  apply: (call, params) => call(restartListener, { params }),
  invalidates: listenerQueries,
})

/** The certificates of the listeners, by listener ID. */
export const certificatesQuery = defineQuery<undefined, ReadonlyMap<string, CertificateInUse> | undefined>({
  name: 'listener-certificates',
  async load(call, _, signal) {
    const all = await orIfMissing(call(listCertificates, { signal }), undefined)
    return all && new Map(all.flatMap((certificate) => toEntry(certificate) ?? []))
  },
})

function toEntry(certificate: CertificateInUse): readonly [readonly [string, CertificateInUse]] | undefined {
  const match = /^listeners\.([a-z]+)\.(.+)\.ssl_options\.certfile$/.exec(certificate.path)
  return match ? [[`${match[1]}:${match[2]}`, certificate]] : undefined
}

/** The listener types, and why some of them are not available. */
export const listenerTypesQuery = defineQuery<undefined, readonly ListenerTypeInfo[] | undefined>({
  name: 'listener-types',
  load: (call, _, signal) => orIfMissing(call(listListenerTypes, { signal }), undefined),
})
