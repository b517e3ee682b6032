package belfry.simulator.api;

import belfry.simulator.base.Operation;
import belfry.simulator.wire.Router;

/** Puts each operation of the contract on its path, behind the gateway. */
record Routes(Router router, Gateway gateway) {
  void on(Operation operation, Gateway.Work work) {
    router.on(operation.method(), operation.path(), gateway.serving(operation, work));
  }
}
