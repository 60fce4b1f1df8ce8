import { duration, flag, setting, struct } from '../struct/index.ts'

/** Root `broker`: how a cluster keeps track of sessions. */
export const brokerOptions = struct(
  'emqx.broker',
  {
    enable_session_registry: setting(flag(), {
      default: true,
      label: { en: 'Session registry', zh: '会话注册表' },
      help: {
        en: 'The table of sessions that takeover and kicking rely on. It cannot be turned off here.',
        zh: '会话接管与踢出客户端依赖的会话表，在此无法关闭。',
      },
    }),
    session_history_retain: setting(
      { ...duration(), wire: { type: 'duration', minimum: '1s' } },
      {
        default: '0s',
        label: { en: 'Session history', zh: '会话历史保留时长' },
        help: {
          en: 'How long ended sessions are remembered, to be counted by the API, in memory only. 0s: not at all.',
          zh: '已结束会话的记录保留时长，供 API 统计会话数，仅存于内存。0s 表示不保留。',
        },
      },
    ),
  },
  ({ enable_session_registry }, refuse) => {
    if (!enable_session_registry)
      refuse('enable_session_registry', 'must be true: takeover of sessions needs the registry')
  },
)
