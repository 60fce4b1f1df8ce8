/** Why a client was disconnected, in the words EMQX uses in `client.disconnected` and in `/metrics`. */
export type DisconnectReason =
  | 'normal'
  | 'kicked'
  | 'takenover'
  | 'discarded'
  | 'keepalive_timeout'
  | 'idle_timeout'
  | 'tcp_closed'
  | 'protocol_error'
  | 'malformed_packet'
  | 'packet_too_large'
  | 'receive_maximum_exceeded'
  | 'topic_alias_invalid'
  | 'not_authorized'
  | 'banned'
  | 'server_shutting_down'
  | 'unspecified_error'
  | (string & {})
