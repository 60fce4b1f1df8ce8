import { duration, flag, setting, struct } from '../struct/index.ts'

/** Root `broker`: tracking of sessions in a cluster. */
export const brokerOptions = struct(
  'emqx.broker',
  {
    enable_session_registry: setting(flag(), {
      default: true,
      label: { en: 'Session registry', zh: '会话注册表' },
      help: {
        en: 'Table of sessions used to take over sessions and to kick out clients. It cannot be disabled on this broker.',
        zh: '会话接管与踢除客户端所用的会话表，本服务端无法关闭。',
      },
    }),
    session_history_retain: setting(
      { ...duration(), wire: { type: 'duration', minimum: '1s' } },
      {
        default: '0s',
        label: { en: 'Session history', zh: '会话历史保留时长' },
        help: {
          en: 'How long ended sessions are kept in memory so that the API can count them. 0s keeps none.',
          zh: '已结束会话在内存中的保留时长，供 API 统计会话数。0s 表示不保留。',
        },
      },
    ),
  },
  ({ enable_session_registry }, refuse) => {
    if (!enable_session_registry)
      refuse('enable_session_registry', 'must be true because session takeover requires the registry')
  },
)
