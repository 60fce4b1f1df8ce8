import { defineMessages } from '../../i18n/index.ts'

const disconnected = (count: number) =>
  count === 1 ? '1 connected client is disconnected.' : `${count} connected clients are disconnected.`

/** Texts of the pages of one listener. The texts of the fields come with the schema. */
export const formMessages = defineMessages({
  en: {
    newListener: 'New listener',
    duplicateTitle: (id: string) => `Duplicate of ${id}`,
    typeNotes: {
      tcp: 'MQTT over TCP, for clients in a trusted network.',
      ssl: 'MQTT over TLS, encrypted with a server certificate and optional client certificates.',
      ws: 'MQTT over WebSocket, for browsers.',
      wss: 'MQTT over WebSocket with TLS, for browsers on HTTPS pages.',
      quic: 'MQTT over QUIC, for unstable networks with packet loss.',
    },
    unavailable: (type: string) => `${type} is not available on this node.`,
    groups: {
      basics: 'Basics',
      limits: 'Rate limits',
      access: 'Access rules',
      proxy: 'PROXY protocol',
      tls: 'TLS',
      websocket: 'WebSocket',
      tcp: 'TCP',
      quic: 'QUIC',
    },
    onlyGlobalZone: 'Only the global zone exists. Create zones on the Zones page.',
    accessRulesHint: 'Checked from top to bottom. The first matching rule applies.',
    reach: { label: 'Reachable from', node: 'This node only', all: 'All networks' },
    bindHint: (host: string | undefined) =>
      host === undefined
        ? 'A port without an address listens on all addresses of the node, including those that other networks can reach. Enter 127.0.0.1:1883 to accept connections from the node itself only.'
        : `A port without an address listens on ${host}, the bind address of this server. Enter 0.0.0.0:1883 to listen on all addresses.`,
    effects: {
      stops: (count: number) => `The listener stops. ${disconnected(count)}`,
      reopens: (count: number) => `The listener restarts. ${disconnected(count)}`,
      moves: (_count: number) =>
        'The port is reopened. Connected clients stay connected, new connections use the new address.',
    },
    faults: {
      name: 'Use letters, digits, - and _. Start with a letter or a digit.',
      nameTaken: 'A listener with this type and name already exists. Enter another name.',
      portInUse: 'This address and port are already in use. Enter another port.',
      notLocal: 'This is not an address of the node. Enter a local address.',
      noPermission: 'The broker has no permission to use this port. Enter a port above 1023.',
    },
    connections: 'Connections',
    clientAddress: 'Address for clients',
    certificate: 'Certificate',
    subject: 'Subject',
    issuer: 'Issuer',
    validFor: 'Valid for',
    inConfiguration: 'In the configuration',
    keyMatches: 'Private key',
    keyMatchesYes: 'Matches the certificate',
    keyMatchesNo: 'Does not match the certificate',
    renewal: 'Renewal',
    renewed: 'Generated and renewed by the broker',
    notFound: 'Listener not found',
    notFoundHint: (id: string) => `There is no listener ${id}. It may have been deleted.`,
    allListeners: 'All listeners',
  },
  zh: {
    newListener: '创建监听器',
    duplicateTitle: (id) => `复制 ${id}`,
    typeNotes: {
      tcp: 'MQTT over TCP：可信网络中客户端最常用的接入方式。',
      ssl: 'MQTT over TLS：加密传输，使用服务端证书，也可要求客户端证书。',
      ws: 'MQTT over WebSocket：供浏览器使用。',
      wss: 'MQTT over 安全 WebSocket：供 HTTPS 页面中的浏览器使用。',
      quic: 'MQTT over QUIC：适合网络频繁切换或易丢包的环境。',
    },
    unavailable: (type) => `此节点不支持 ${type}。`,
    groups: {
      basics: '基本设置',
      limits: '速率限制',
      access: '访问规则',
      proxy: '代理协议',
      tls: 'TLS',
      websocket: 'WebSocket',
      tcp: 'TCP',
      quic: 'QUIC',
    },
    onlyGlobalZone: '目前只有全局区域，可在“区域”页面创建更多区域。',
    accessRulesHint: '自上而下检查，以第一条匹配的规则为准。',
    reach: { label: '可访问范围', node: '仅限本节点', all: '所有网络' },
    bindHint: (host) =>
      host === undefined
        ? '只填端口时，将监听节点的所有地址，包括其他网络可访问的地址。填写 127.0.0.1:1883 则仅接受节点本机的连接。'
        : `只填端口时，将监听此服务端的绑定地址 ${host}。填写 0.0.0.0:1883 可监听所有地址。`,
    effects: {
      stops: (count) => `监听器将停止，${count} 个已连接的客户端将断开。`,
      reopens: (count) => `监听器将重启，${count} 个已连接的客户端将断开。`,
      moves: () => '端口将关闭并重新打开。已连接的客户端保持连接，新的连接使用新地址。',
    },
    faults: {
      name: '只能包含字母、数字、- 和 _，且以字母或数字开头。',
      nameTaken: '此类型下已有同名监听器，请使用其他名称。',
      portInUse: '该地址和端口已被占用，请使用其他端口。',
      notLocal: '这不是节点的地址，请填写节点的本地地址。',
      noPermission: '服务端没有使用该端口的权限，请使用大于 1023 的端口。',
    },
    connections: '连接数',
    clientAddress: '客户端接入地址',
    certificate: '证书',
    subject: '主体',
    issuer: '颁发者',
    validFor: '适用于',
    inConfiguration: '位于配置中',
    keyMatches: '私钥',
    keyMatchesYes: '与证书匹配',
    keyMatchesNo: '与证书不匹配',
    renewal: '续期',
    renewed: '由服务端生成并续期',
    notFound: '监听器不存在',
    notFoundHint: (id) => `监听器 ${id} 不存在，可能已被删除。`,
    allListeners: '全部监听器',
  },
})

export type FormMessages = typeof formMessages.en
