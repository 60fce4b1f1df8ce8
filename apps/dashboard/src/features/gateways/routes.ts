import { defineRoutes } from '../../ui/index.ts'

/** Spellings of the names, for breadcrumbs. */
const spellings: Readonly<Record<string, string>> = {
  stomp: 'STOMP',
  coap: 'CoAP',
  mqttsn: 'MQTT-SN',
  lwm2m: 'LwM2M',
  exproto: 'ExProto',
  ocpp: 'OCPP',
  gbt32960: 'GB/T 32960',
  jt808: 'JT/T 808',
}

const spelled = ({ name = '' }: Readonly<Record<string, string>>) => spellings[name] ?? name

export const gatewayRoutes = defineRoutes({
  pages: [
    {
      path: '/gateway',
      title: { en: 'Gateways', zh: '网关' },
      keywords: ['STOMP', 'CoAP', 'MQTT-SN', 'LwM2M', 'ExProto', 'OCPP', 'JT/T 808', 'GB/T 32960', 'protocol', '协议'],
      load: () => import('./list/gateways-page.tsx'),
    },
    {
      path: '/gateway/create/$name',
      administratorsOnly: true,
      title: { en: 'New gateway', zh: '创建网关' },
      subject: spelled,
      parent: '/gateway',
      load: () => import('./setup/setup-page.tsx'),
    },
    {
      path: '/gateway/detail/$name',
      title: { en: 'Gateway', zh: '网关' },
      subject: spelled,
      parent: '/gateway',
      load: () => import('./detail/gateway-page.tsx'),
    },
    {
      // The addresses of EMQX's tabs: settings, listeners, auth, clients.
      path: '/gateway/detail/$name/$tab',
      title: { en: 'Gateway', zh: '网关' },
      subject: spelled,
      parent: '/gateway',
      load: () => import('./detail/tab-address.tsx'),
    },
    {
      path: '/gateway/detail/$name/listeners/$id',
      title: { en: 'Gateway listener', zh: '网关监听器' },
      subject: ({ id }) => id,
      parent: '/gateway/detail/$name',
      load: () => import('./listeners/listener-page.tsx'),
    },
    {
      path: '/gateway/detail/$name/clients/$clientId',
      title: { en: 'Gateway client', zh: '网关客户端' },
      subject: ({ clientId }) => clientId,
      parent: '/gateway/detail/$name',
      load: () => import('./clients/client-page.tsx'),
    },
  ],
})
