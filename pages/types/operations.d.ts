// What openapi.yaml describes, by operationId; .ci/types makes the types of it.
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

/** What is left when nobody has asked which operation it was. */
export interface AnyAnswer {
  status: number;
  body: any;
  etag: string;
  retryAfter: number;
}
