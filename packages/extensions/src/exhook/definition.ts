/** EMQX's service definition of ExHook. Fields with the remark `v3` exist since EMQX 5.9, in the package of version 3. */
const definition = `syntax = "proto3";

package emqx.exhook.v2;

service HookProvider {
  rpc OnProviderLoaded(ProviderLoadedRequest) returns (LoadedResponse) {}
  rpc OnProviderUnloaded(ProviderUnloadedRequest) returns (EmptySuccess) {}
  rpc OnClientConnect(ClientConnectRequest) returns (EmptySuccess) {}
  rpc OnClientConnack(ClientConnackRequest) returns (EmptySuccess) {}
  rpc OnClientConnected(ClientConnectedRequest) returns (EmptySuccess) {}
  rpc OnClientDisconnected(ClientDisconnectedRequest) returns (EmptySuccess) {}
  rpc OnClientAuthenticate(ClientAuthenticateRequest) returns (ValuedResponse) {}
  rpc OnClientAuthorize(ClientAuthorizeRequest) returns (ValuedResponse) {}
  rpc OnClientSubscribe(ClientSubscribeRequest) returns (EmptySuccess) {}
  rpc OnClientUnsubscribe(ClientUnsubscribeRequest) returns (EmptySuccess) {}
  rpc OnSessionCreated(SessionCreatedRequest) returns (EmptySuccess) {}
  rpc OnSessionSubscribed(SessionSubscribedRequest) returns (EmptySuccess) {}
  rpc OnSessionUnsubscribed(SessionUnsubscribedRequest) returns (EmptySuccess) {}
  rpc OnSessionResumed(SessionResumedRequest) returns (EmptySuccess) {}
  rpc OnSessionDiscarded(SessionDiscardedRequest) returns (EmptySuccess) {}
  rpc OnSessionTakenover(SessionTakenoverRequest) returns (EmptySuccess) {}
  rpc OnSessionTerminated(SessionTerminatedRequest) returns (EmptySuccess) {}
  rpc OnMessagePublish(MessagePublishRequest) returns (ValuedResponse) {}
  rpc OnMessageDelivered(MessageDeliveredRequest) returns (EmptySuccess) {}
  rpc OnMessageDropped(MessageDroppedRequest) returns (EmptySuccess) {}
  rpc OnMessageAcked(MessageAckedRequest) returns (EmptySuccess) {}
}

message ProviderLoadedRequest {
  BrokerInfo broker = 1;
  RequestMeta meta = 2;
}

message ProviderUnloadedRequest {
  RequestMeta meta = 1;
}

message ClientConnectRequest {
  ConnInfo conninfo = 1;
  repeated Property props = 2;
  RequestMeta meta = 3;
  repeated Property user_props = 4; // v3
}

message ClientConnackRequest {
  ConnInfo conninfo = 1;
  string result_code = 2;
  repeated Property props = 3;
  RequestMeta meta = 4;
  repeated Property user_props = 5; // v3
}

message ClientConnectedRequest {
  ClientInfo clientinfo = 1;
  RequestMeta meta = 2;
}

message ClientDisconnectedRequest {
  ClientInfo clientinfo = 1;
  string reason = 2;
  RequestMeta meta = 3;
}

message ClientAuthenticateRequest {
  ClientInfo clientinfo = 1;
  bool result = 2;
  RequestMeta meta = 3;
}

message ClientAuthorizeRequest {
  enum AuthorizeReqType {
    PUBLISH = 0;
    SUBSCRIBE = 1;
  }
  ClientInfo clientinfo = 1;
  AuthorizeReqType type = 2;
  string topic = 3;
  bool result = 4;
  RequestMeta meta = 5;
}

message ClientSubscribeRequest {
  ClientInfo clientinfo = 1;
  repeated Property props = 2;
  repeated TopicFilter topic_filters = 3;
  RequestMeta meta = 4;
  repeated Property user_props = 5; // v3
}

message ClientUnsubscribeRequest {
  ClientInfo clientinfo = 1;
  repeated Property props = 2;
  repeated TopicFilter topic_filters = 3;
  RequestMeta meta = 4;
  repeated Property user_props = 5; // v3
}

message SessionCreatedRequest {
  ClientInfo clientinfo = 1;
  RequestMeta meta = 2;
}

message SessionSubscribedRequest {
  ClientInfo clientinfo = 1;
  string topic = 2;
  SubOpts subopts = 3;
  RequestMeta meta = 4;
}

message SessionUnsubscribedRequest {
  ClientInfo clientinfo = 1;
  string topic = 2;
  RequestMeta meta = 3;
}

message SessionResumedRequest {
  ClientInfo clientinfo = 1;
  RequestMeta meta = 2;
}

message SessionDiscardedRequest {
  ClientInfo clientinfo = 1;
  RequestMeta meta = 2;
}

message SessionTakenoverRequest {
  ClientInfo clientinfo = 1;
  RequestMeta meta = 2;
}

message SessionTerminatedRequest {
  ClientInfo clientinfo = 1;
  string reason = 2;
  RequestMeta meta = 3;
}

message MessagePublishRequest {
  Message message = 1;
  RequestMeta meta = 2;
  repeated Property props = 3; // v3
  repeated Property user_props = 4; // v3
}

message MessageDeliveredRequest {
  ClientInfo clientinfo = 1;
  Message message = 2;
  RequestMeta meta = 3;
}

message MessageDroppedRequest {
  Message message = 1;
  string reason = 2;
  RequestMeta meta = 3;
}

message MessageAckedRequest {
  ClientInfo clientinfo = 1;
  Message message = 2;
  RequestMeta meta = 3;
}

message LoadedResponse {
  repeated HookSpec hooks = 1;
}

message ValuedResponse {
  enum ResponsedType {
    CONTINUE = 0;
    IGNORE = 1;
    STOP_AND_RETURN = 2;
  }
  ResponsedType type = 1;
  oneof value {
    bool bool_result = 3;
    Message message = 4;
  }
}

message EmptySuccess {}

message BrokerInfo {
  string version = 1;
  string sysdescr = 2;
  int64 uptime = 3;
  string datetime = 4;
}

message HookSpec {
  string name = 1;
  repeated string topics = 2;
}

message ConnInfo {
  string node = 1;
  string clientid = 2;
  string username = 3;
  string peerhost = 4;
  uint32 sockport = 5;
  string proto_name = 6;
  string proto_ver = 7;
  uint32 keepalive = 8;
  uint32 peerport = 9;
}

message ClientInfo {
  string node = 1;
  string clientid = 2;
  string username = 3;
  string password = 4;
  string peerhost = 5;
  uint32 sockport = 6;
  string protocol = 7;
  string mountpoint = 8;
  bool is_superuser = 9;
  bool anonymous = 10;
  string cn = 11;
  string dn = 12;
  uint32 peerport = 13;
}

message Message {
  string node = 1;
  string id = 2;
  uint32 qos = 3;
  string from = 4;
  string topic = 5;
  bytes payload = 6;
  uint64 timestamp = 7;
  map<string, string> headers = 8;
}

message Property {
  string name = 1;
  string value = 2;
}

message TopicFilter {
  reserved 2;
  reserved "qos";
  string name = 1;
  SubOpts subopts = 3;
}

message SubOpts {
  reserved 2;
  reserved "share";
  uint32 qos = 1;
  uint32 rh = 3;
  uint32 rap = 4;
  uint32 nl = 5;
}

message RequestMeta {
  string node = 1;
  string version = 2;
  string sysdescr = 3;
  string cluster_name = 4;
}
`

export const exhookVersions = ['v2', 'v3'] as const
/** `v2`: EMQX 5.0 to 5.8. `v3`: since EMQX 5.9, with user properties. */
export type ExHookVersion = (typeof exhookVersions)[number]

/** The definition of one version. `examples/exhook/exhook.proto` is the text of version 2. */
export const exhookProto = (version: ExHookVersion): string =>
  version === 'v2'
    ? definition.replace(/^.* \/\/ v3\n/gm, '')
    : definition.replace('package emqx.exhook.v2;', 'package emqx.exhook.v3;').replaceAll(' // v3', '')
