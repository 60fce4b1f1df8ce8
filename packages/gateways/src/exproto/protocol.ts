import { type Grpc, type GrpcMethod, grpcMethod, loadGrpc as load } from '@mqdeck/drivers'

export type { Grpc }

/** EMQX's service definition of ExProto. `examples/exproto/exproto.proto` is the same text for handlers. */
export const exprotoProto = `syntax = "proto3";

package emqx.exproto.v1;

// Served by the broker.
service ConnectionAdapter {
  rpc Send(SendBytesRequest) returns (CodeResponse) {}
  rpc Close(CloseSocketRequest) returns (CodeResponse) {}
  rpc Authenticate(AuthenticateRequest) returns (CodeResponse) {}
  rpc StartTimer(TimerRequest) returns (CodeResponse) {}
  rpc Publish(PublishRequest) returns (CodeResponse) {}
  rpc Subscribe(SubscribeRequest) returns (CodeResponse) {}
  rpc Unsubscribe(UnsubscribeRequest) returns (CodeResponse) {}
  rpc RawPublish(RawPublishRequest) returns (CodeResponse) {}
}

// Served by the handler. Deprecated by EMQX in favor of ConnectionUnaryHandler.
service ConnectionHandler {
  rpc OnSocketCreated(stream SocketCreatedRequest) returns (EmptySuccess) {}
  rpc OnSocketClosed(stream SocketClosedRequest) returns (EmptySuccess) {}
  rpc OnReceivedBytes(stream ReceivedBytesRequest) returns (EmptySuccess) {}
  rpc OnTimerTimeout(stream TimerTimeoutRequest) returns (EmptySuccess) {}
  rpc OnReceivedMessages(stream ReceivedMessagesRequest) returns (EmptySuccess) {}
}

// Served by the handler.
service ConnectionUnaryHandler {
  rpc OnSocketCreated(SocketCreatedRequest) returns (EmptySuccess) {}
  rpc OnSocketClosed(SocketClosedRequest) returns (EmptySuccess) {}
  rpc OnReceivedBytes(ReceivedBytesRequest) returns (EmptySuccess) {}
  rpc OnTimerTimeout(TimerTimeoutRequest) returns (EmptySuccess) {}
  rpc OnReceivedMessages(ReceivedMessagesRequest) returns (EmptySuccess) {}
}

message EmptySuccess {}

enum ResultCode {
  SUCCESS = 0;
  UNKNOWN = 1;
  CONN_PROCESS_NOT_ALIVE = 2;
  REQUIRED_PARAMS_MISSED = 3;
  PARAMS_TYPE_ERROR = 4;
  PERMISSION_DENY = 5;
}

message CodeResponse {
  ResultCode code = 1;
  string message = 2;
}

message SendBytesRequest {
  string conn = 1;
  bytes bytes = 2;
}

message CloseSocketRequest {
  string conn = 1;
}

message AuthenticateRequest {
  string conn = 1;
  ClientInfo clientinfo = 2;
  string password = 3;
}

enum TimerType {
  KEEPALIVE = 0;
}

message TimerRequest {
  string conn = 1;
  TimerType type = 2;
  uint32 interval = 3;
}

message PublishRequest {
  string conn = 1;
  string topic = 2;
  uint32 qos = 3;
  bytes payload = 4;
}

message RawPublishRequest {
  string topic = 1;
  uint32 qos = 2;
  bytes payload = 3;
}

message SubscribeRequest {
  string conn = 1;
  string topic = 2;
  uint32 qos = 3;
}

message UnsubscribeRequest {
  string conn = 1;
  string topic = 2;
}

message SocketCreatedRequest {
  string conn = 1;
  ConnInfo conninfo = 2;
}

message ReceivedBytesRequest {
  string conn = 1;
  bytes bytes = 2;
}

message TimerTimeoutRequest {
  string conn = 1;
  TimerType type = 2;
}

message SocketClosedRequest {
  string conn = 1;
  string reason = 2;
}

message ReceivedMessagesRequest {
  string conn = 1;
  repeated Message messages = 2;
}

enum SocketType {
  TCP = 0;
  SSL = 1;
  UDP = 2;
  DTLS = 3;
}

message ConnInfo {
  SocketType socktype = 1;
  Address peername = 2;
  Address sockname = 3;
  CertificateInfo peercert = 4;
}

message ClientInfo {
  string proto_name = 1;
  string proto_ver = 2;
  string clientid = 3;
  string username = 4;
  string mountpoint = 5;
}

message Message {
  string node = 1;
  string id = 2;
  uint32 qos = 3;
  string from = 4;
  string topic = 5;
  bytes payload = 6;
  uint64 timestamp = 7;
}

message Address {
  string host = 1;
  uint32 port = 2;
}

message CertificateInfo {
  string cn = 1;
  string dn = 2;
}
`

interface OfConnection {
  readonly conn: string
}

interface OfTopic {
  readonly topic: string
  readonly qos: number
}

interface WithPayload {
  readonly payload: Uint8Array
}

/** Calls that the broker serves, with their decoded requests. */
export interface AdapterRequests {
  readonly Send: OfConnection & { readonly bytes: Uint8Array }
  readonly Close: OfConnection
  readonly Authenticate: OfConnection & {
    readonly clientinfo: Readonly<Record<'proto_name' | 'proto_ver' | 'clientid' | 'username', string>> | null
    readonly password: string
  }
  readonly StartTimer: OfConnection & { readonly interval: number }
  readonly Publish: OfConnection & OfTopic & WithPayload
  readonly Subscribe: OfConnection & OfTopic
  readonly Unsubscribe: OfConnection & { readonly topic: string }
  readonly RawPublish: OfTopic & WithPayload
}

interface Address {
  readonly host: string
  readonly port: number
}

type ResultCode =
  | 'SUCCESS'
  | 'UNKNOWN'
  | 'CONN_PROCESS_NOT_ALIVE'
  | 'REQUIRED_PARAMS_MISSED'
  | 'PARAMS_TYPE_ERROR'
  | 'PERMISSION_DENY'

export interface Answer {
  readonly code: ResultCode
  readonly message: string
}

/** Calls to the handler. */
export interface HandlerRequests {
  readonly OnSocketCreated: {
    readonly conninfo: {
      readonly socktype: 'TCP' | 'SSL' | 'UDP' | 'DTLS'
      readonly peername: Address
      readonly sockname: Address
      readonly peercert: { readonly cn: string; readonly dn: string } | undefined
    }
  }
  readonly OnSocketClosed: { readonly reason: string }
  readonly OnReceivedBytes: { readonly bytes: Uint8Array }
  readonly OnTimerTimeout: { readonly type: 'KEEPALIVE' }
  readonly OnReceivedMessages: { readonly messages: readonly HandlerMessage[] }
}

export interface HandlerMessage extends OfTopic, WithPayload {
  readonly node: string
  readonly id: string
  readonly from: string
  /** Milliseconds since the epoch. */
  readonly timestamp: number
}

export const adapterMethods = [
  'Send',
  'Close',
  'Authenticate',
  'StartTimer',
  'Publish',
  'Subscribe',
  'Unsubscribe',
  'RawPublish',
] as const satisfies readonly (keyof AdapterRequests)[]

/** Only when a gateway needs it. */
export const loadGrpc = () => load(exprotoProto)

export const methodOf = (loaded: Grpc, service: string, name: string): GrpcMethod =>
  grpcMethod(loaded, `emqx.exproto.v1.${service}`, name)
