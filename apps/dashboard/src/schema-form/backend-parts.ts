import { useMemo } from 'react'
import { defineMessages, useMessages } from '../i18n/index.ts'
import type { Completion } from '../ui/index.ts'
import type { FormGroup } from './form-groups.ts'

const messages = defineMessages({
  en: {
    connection: 'Connection',
    lookup: 'Lookup',
    tls: 'TLS',
    pool: 'Pool and timeouts',
    username: 'Username of the client',
    clientid: 'Client ID',
    peerhost: 'IP address of the client',
    attribute: 'Client attribute. Replace NAME with the name of the attribute.',
    commonName: 'Common name in the client’s certificate',
    subject: 'Subject of the client’s certificate',
  },
  zh: {
    connection: '连接',
    lookup: '查询',
    tls: 'TLS',
    pool: '连接池与超时',
    username: '客户端的用户名',
    clientid: '客户端 ID',
    peerhost: '客户端的 IP 地址',
    attribute: '客户端属性，将 NAME 替换为属性名',
    commonName: '客户端证书中的通用名称',
    subject: '客户端证书的主题',
  },
})

interface BackendGroups {
  readonly connection: FormGroup
  readonly lookup: FormGroup
  readonly tls: FormGroup
  readonly pool: FormGroup
}

/** Panels of settings of external systems. Each shows the fields that the plug-in has. */
export function useBackendGroups(): BackendGroups {
  const texts = useMessages(messages)
  return useMemo(
    () => ({
      connection: {
        title: texts.connection,
        fields: [
          'url',
          'server',
          'servers',
          'srv_record',
          'sentinel',
          'replica_set_name',
          'database',
          'username',
          'password',
          'auth_source',
        ],
      },
      lookup: {
        title: texts.lookup,
        fields: ['query', 'cmd', 'collection', 'filter', 'base_dn', 'headers', 'body'],
      },
      tls: { title: texts.tls, fields: ['ssl'] },
      pool: {
        title: texts.pool,
        fields: [
          'pool_size',
          'auto_reconnect',
          'connect_timeout',
          'request_timeout',
          'query_timeout',
          'enable_pipelining',
          'max_retries',
          'retry_interval',
          'request',
          'r_mode',
          'w_mode',
          'use_legacy_protocol',
          'topology',
          'disable_prepared_statements',
        ],
      },
    }),
    [texts],
  )
}

/** Placeholders of the client for templates and queries. */
export function useClientPlaceholders(): readonly Completion[] {
  const texts = useMessages(messages)
  return useMemo(
    () => [
      { label: '${username}', detail: texts.username },
      { label: '${clientid}', detail: texts.clientid },
      { label: '${client_attrs.NAME}', detail: texts.attribute },
      { label: '${peerhost}', detail: texts.peerhost },
      { label: '${cert_common_name}', detail: texts.commonName },
      { label: '${cert_subject}', detail: texts.subject },
    ],
    [texts],
  )
}
