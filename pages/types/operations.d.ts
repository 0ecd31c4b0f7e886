// The types of the API's operations, by operationId. .ci/types generates them from openapi.yaml.
import type {components, operations} from "../target/api";

export type Schemas = components["schemas"];
export type Operation = keyof operations;

type Body<Response> = Response extends {content: infer Content} ? Content[keyof Content] : null;
type Described<Responses> = {
  [Status in keyof Responses]: {status: Status; body: Body<Responses[Status]>; etag: string; retryAfter: number};
}[keyof Responses];

/**
 * An answer of an operation; status 0 if none came. A gateway in between may answer without a body.
 */
export type Answer<O extends Operation = Operation> =
  | Described<operations[O]["responses"]>
  | {status: 0 | 502 | 504; body: null; etag: string; retryAfter: number};

/** An answer for code that does not know the operation, so the body may be anything. */
export interface AnyAnswer {
  status: number;
  body: any;
  etag: string;
  retryAfter: number;
}
