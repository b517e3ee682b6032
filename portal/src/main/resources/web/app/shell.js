console.log('belfry');
