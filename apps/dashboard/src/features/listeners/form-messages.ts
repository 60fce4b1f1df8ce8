import { defineMessages } from '../../i18n/index.ts'

const disconnected = (count: number) =>
  count === 1 ? '1 connected client is disconnected.' : `${count} connected clients are disconnected.`

/** The form of a listener; its fields bring their own words. */
export const formMessages = defineMessages({
  en: {
    createTitle: 'New listener',
    createTitleCopy: (id: string) => `Copy of ${id}`,
    createLabel: 'Create',
    typeNotes: {
      tcp: 'MQTT over TCP: the usual way for devices in a network that is trusted.',
      ssl: 'MQTT over TLS: encrypted, with a certificate of the broker and, if wanted, of the clients.',
      ws: 'MQTT over WebSocket: for browsers.',
      wss: 'MQTT over WebSocket and TLS: for browsers on pages that came over HTTPS.',
      quic: 'MQTT over QUIC: for networks that change or lose packets.',
    },
    unavailable: (type: string) => `${type} is not available on this node.`,
    groups: {
      basics: 'Basics',
      limits: 'Limits',
      access: 'Access rules',
      proxy: 'Proxy protocol',
      tls: 'TLS',
      websocket: 'WebSocket',
      tcp: 'TCP',
      quic: 'QUIC',
    },
    onlyGlobalZone: 'There is only the global zone. More can be made under Zones.',
    rulesHint: 'Checked from the top; the first that fits decides.',
    bindHint: (host: string | undefined) =>
      host === undefined
        ? 'A port without an address listens on every address of the node, also those that other networks reach. Enter 127.0.0.1:1883 to accept connections from the node itself only.'
        : `A port without an address listens on ${host}, the bind address of this server. Enter 0.0.0.0:1883 to listen on every address.`,
    effects: {
      stops: (count: number) => `The listener stops. ${disconnected(count)}`,
      reopens: (count: number) => `The listener restarts. ${disconnected(count)}`,
      moves: (_count: number) =>
        'The port is closed and opened again. Connected clients stay connected; new connections use the new address.',
    },
    created: (id: string) => `${id} has been created.`,
    faults: {
      name: 'Letters, digits, - and _; the first one a letter or a digit',
      nameTaken: 'A listener of this type and name exists already',
      portInUse: 'This address and port are in use already',
      notOurs: 'This is no address of the broker’s machine',
      noRight: 'The broker may not use this port without more rights',
    },
    sections: 'Parts of this page',
    connections: 'Connections',
    address: 'Address for clients',
    certificate: 'Certificate',
    subject: 'Subject',
    issuer: 'Issuer',
    names: 'Valid for',
    fileMadeHere: 'In the configuration',
    keyMatches: 'Private key',
    keyYes: 'Belongs to the certificate',
    keyNo: 'Does not belong to the certificate',
    renewal: 'Renewal',
    renewed: 'Made and renewed by the broker itself',
    notFound: 'The listener does not exist',
    notFoundHint: (id: string) => `There is no listener ${id}. It may have been deleted.`,
    allListeners: 'All listeners',
  },
  zh: {
    createTitle: '新建监听器',
    createTitleCopy: (id) => `复制 ${id}`,
    createLabel: '创建',
    typeNotes: {
      tcp: 'MQTT over TCP：可信网络中设备最常用的接入方式。',
      ssl: 'MQTT over TLS：加密传输，使用服务端证书，也可要求客户端证书。',
      ws: 'MQTT over WebSocket：供浏览器使用。',
      wss: 'MQTT over 安全 WebSocket：供 HTTPS 页面中的浏览器使用。',
      quic: 'MQTT over QUIC：适合网络频繁切换或易丢包的环境。',
    },
    unavailable: (type) => `此节点不支持 ${type}。`,
    groups: {
      basics: '基本设置',
      limits: '限制',
      access: '访问规则',
      proxy: '代理协议',
      tls: 'TLS',
      websocket: 'WebSocket',
      tcp: 'TCP',
      quic: 'QUIC',
    },
    onlyGlobalZone: '目前只有全局区域，可在“区域”页面创建更多区域。',
    rulesHint: '自上而下检查，以第一条匹配的规则为准。',
    bindHint: (host) =>
      host === undefined
        ? '只填端口时，将监听节点的所有地址，包括其他网络可访问的地址。填写 127.0.0.1:1883 则仅接受节点本机的连接。'
        : `只填端口时，将监听此服务端的绑定地址 ${host}。填写 0.0.0.0:1883 可监听所有地址。`,
    effects: {
      stops: (count) => `监听器将停止，${count} 个已连接的客户端将断开。`,
      reopens: (count) => `监听器将重启，${count} 个已连接的客户端将断开。`,
      moves: () => '端口将关闭并重新打开。已连接的客户端保持连接，新的连接使用新地址。',
    },
    created: (id) => `已创建 ${id}。`,
    faults: {
      name: '只能包含字母、数字、- 和 _，且以字母或数字开头',
      nameTaken: '此类型下已有同名监听器',
      portInUse: '该地址和端口已被占用',
      notOurs: '这不是服务端所在主机的地址',
      noRight: '服务端没有使用该端口的权限',
    },
    sections: '页面分区',
    connections: '连接数',
    address: '客户端接入地址',
    certificate: '证书',
    subject: '主体',
    issuer: '颁发者',
    names: '适用于',
    fileMadeHere: '位于配置中',
    keyMatches: '私钥',
    keyYes: '与证书匹配',
    keyNo: '与证书不匹配',
    renewal: '续期',
    renewed: '由服务端自行生成并续期',
    notFound: '监听器不存在',
    notFoundHint: (id) => `没有监听器 ${id}，可能已被删除。`,
    allListeners: '全部监听器',
  },
})

export type FormMessages = typeof formMessages.en
