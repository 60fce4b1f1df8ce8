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
import { defineChange, defineQuery, orIfMissing } from '../../data/index.ts'
import { listenerSettingsQuery, listenersQuery } from '../../data/listeners.ts'
import { settingsOf } from './listener-value.ts'

interface ById {
  readonly id: string
}

export const listenerQuery = defineQuery<ById, ListenerInfo>({
  name: 'listener',
  load: (call, params, signal) => call(getListener, { params, signal }),
})

const ofListeners = [listenersQuery, listenerSettingsQuery, listenerQuery, { name: 'listener-certificates' }]

/** A form's value is checked by the broker: it may have fields that are newer than this dashboard. */
type Unchecked = Readonly<Record<string, unknown>>

export const create = defineChange<Unchecked, ListenerInfo>({
  apply: (call, body) => call(createListener, { body: body as unknown as NewListenerInput }),
  invalidates: ofListeners,
})

export const update = defineChange<ById & Unchecked, ListenerInfo>({
  apply: (call, { id, ...settings }) =>
    call(updateListener, { params: { id }, body: { ...settings, id } as unknown as ListenerChange }),
  invalidates: ofListeners,
})

export const rateNames = ['max_conn_rate', 'messages_rate', 'bytes_rate'] as const
export type RateName = (typeof rateNames)[number]
export type Rates = { readonly [N in RateName]?: string }

/** EMQX takes a listener as a whole, so the rates are merged into what it has at this moment. */
export const saveRates = defineChange<ById & { readonly rates: Rates }, ListenerInfo>({
  async apply(call, { id, rates }) {
    const info = await call(getListener, { params: { id } })
    const body = { ...settingsOf(info), ...rates, id, type: info.type }
    return call(updateListener, { params: { id }, body: body as unknown as ListenerChange })
  },
  invalidates: ofListeners,
})

export const remove = defineChange<ById, undefined>({
  apply: (call, params) => call(deleteListener, { params }),
  invalidates: ofListeners,
})

export const start = defineChange<ById, undefined>({
  apply: (call, params) => call(startListener, { params }),
  invalidates: ofListeners,
})

export const stop = defineChange<ById, undefined>({
  apply: (call, params) => call(stopListener, { params }),
  invalidates: ofListeners,
})

export const restart = defineChange<ById, undefined>({
  apply: (call, params) => call(restartListener, { params }),
  invalidates: ofListeners,
})

/** The certificates of the listeners by the listener's id. */
export const certificatesQuery = defineQuery<undefined, ReadonlyMap<string, CertificateInUse> | undefined>({
  name: 'listener-certificates',
  async load(call, _, signal) {
    const all = await orIfMissing(call(listCertificates, { signal }), undefined)
    return all && new Map(all.flatMap((one) => toEntry(one) ?? []))
  },
})

function toEntry(certificate: CertificateInUse): readonly [readonly [string, CertificateInUse]] | undefined {
  const match = /^listeners\.([a-z]+)\.(.+)\.ssl_options\.certfile$/.exec(certificate.path)
  return match ? [[`${match[1]}:${match[2]}`, certificate]] : undefined
}

/** Which types of listeners can run here, and why others cannot. */
export const listenerTypesQuery = defineQuery<undefined, readonly ListenerTypeInfo[] | undefined>({
  name: 'listener-types',
  load: (call, _, signal) => orIfMissing(call(listListenerTypes, { signal }), undefined),
})
