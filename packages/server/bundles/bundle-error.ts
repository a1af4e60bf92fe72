import { ApiError, type BUNDLE_FAULTS } from "@fullcast/contract";

export type BundleFault = (typeof BUNDLE_FAULTS)[number];

/** Why a bundle is refused. */
export class BundleError extends Error {
  readonly fault: BundleFault;

  constructor(fault: BundleFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

export const refusalOf = ({ fault, message }: BundleError): ApiError =>
  new ApiError("BUNDLE_UNREADABLE", { reason: fault, explanation: message });
